namespace Shop.Core;

public partial class Order
{
    private Payment? _payment;

    public bool IsPaid => _payment is { State: Payment.Status.Done }; // uses Shop.Core.Order._payment; uses Shop.Core.Order.Payment.State; uses Shop.Core.Order.Payment.Status.Done

    public void Pay(IGateway gateway, Money? tip = null)
    {
        var amount = tip is Money extra ? Total() + extra : Total(); // -> Shop.Core.Order.Total(); -> Shop.Core.Money.operator +(Money, Money)
        var receipt = gateway.Charge(Customer, amount); // -> Shop.Core.IGateway.Charge(Customer, Money); uses Shop.Core.Order.Customer
        _payment = new Payment(receipt.Number) { State = Payment.Status.Done }; // -> Shop.Core.Order.Payment.Payment(string); uses Shop.Core.Order._payment; uses Shop.Core.IGateway.Receipt.Number; uses Shop.Core.Order.Payment.State; uses Shop.Core.Order.Payment.Status.Done
        Touch(); // -> Shop.Core.Entity.Touch()
        Raise(OrderEvent.Paid); // -> Shop.Core.Order.Raise(OrderEvent); uses Shop.Core.OrderEvent.Paid
    }

    private sealed class Payment
    {
        public Payment(string number) => Number = number; // uses Shop.Core.Order.Payment.Number

        public enum Status
        {
            Open,
            Done,
        }

        public string Number { get; }

        public Status State { get; init; }
    }
}
