import 'dart:convert';

/// A cart of a shop.
class Cart extends Base with Priced implements Node {
  final String owner;
  int _count = 0;

  Cart(this.owner, {int count = 0}) : _count = count;
  Cart.empty() : this('');
  factory Cart.fromJson(Map<String, dynamic> json) => Cart(json['owner']);

  /// How many items are in it.
  int get count => _count;

  Future<int> total(int factor) async {
    if (factor > 1) {
      return helper();
    }
    return 0;
  }
}

mixin Priced {
  int price();
}

enum State { open, paid }

void main(List<String> args) {
  print('void hidden() {');
}
