/** Messages in the text of code: the classes and methods that take those of a type, and the functions that send one. */
import { describe, expect, test } from "vitest";
import {
  isClassFor,
  isMethodFor,
  isTypeSent,
  sendingOfGiven,
  sendingOfMade,
} from "../../../src/graph/messages/message-use.js";
import { topicTextsIn } from "../../../src/graph/messages/texts.js";
import { dedent } from "../../helpers/dedent.js";

describe("takers", () => {
  test.each([
    ["class ShipHandler : IRequestHandler<Ship, bool>", true],
    [
      dedent`
        public class ShipHandler(
          ILogger<ShipHandler> logger) :
          IHandler<Ship>
        {`,
      true,
    ],
    ["@CommandHandler(Ship)\nexport class ShipService implements ICommandHandler {", true],
    ["class ShipHandler implements CommandHandler<Ship> {", true],
    // It has a logger, or a member, of the type.
    ["class ShipHandler(ILogger<Ship> logger) : Base\n{", false],
    [
      dedent`
      class ShipHandler : IHandler<Order>
      {
        IHandler<Ship> next;`,
      false,
    ],
    ["class ShipHandler {", false],
  ])("%s", (source, isDeclared) => {
    const lines = source.split("\n");
    const line = 1 + lines.findIndex((each) => each.includes("class "));
    expect(isClassFor({ lines, line }, "Ship")).toBe(isDeclared);
  });

  test.each([
    ["@OnEvent(Ship.name, { async: true })", true],
    ["@OnEvent(Order.name)", false],
    ["@EventListener", true],
    ["@Get('ships')", false],
  ])("a method below %s", (mark, isDeclared) => {
    expect(isMethodFor({ lines: ["}", mark, "handle(ship: Ship) {"], line: 3 }, "Ship")).toBe(isDeclared);
  });
});

describe("senders", () => {
  const made = (source: string) => {
    const lines = source.split("\n");
    const line = 1 + lines.findIndex((each) => each.includes("new Ship"));
    return sendingOfMade({ lines, from: 1, to: lines.length }, line, "Ship");
  };

  test.each([
    ["return mediator.Send(new Ship(id), token);", "sent"],
    ["await bus.ExecuteAsync(\n  new Ship(id));", "sent"],
    [
      dedent`
      const ship = new Ship(id);
      log(ship.id);
      await this.bus.execute(ship);`,
      "sent",
    ],
    // It is wrapped in another message.
    [
      dedent`
      var ship = new Ship(id);
      var once = new Once<Ship>(ship, key);
      mediator.Send(once);`,
      "sent",
    ],
    ["var ship = isPaid ? new Ship(id) : new Refuse(id);\nawait bus.PublishAsync(ship);", "sent"],
    ["emitter.emit(Ship.name, new Ship({ id }));", "sent"],
    ["this.addEvent(new Ship(id));", "kept"],
    ["AddDomainEvent(new Ship(id));", "kept"],
  ])("%s", (source, how) => {
    expect(made(source)?.how).toBe(how);
  });

  test.each([
    ["events.publishEvent(Ship.builder().id(id).build());", 1],
    [
      dedent`
        log(id);
        events.publishEvent(Ship.builder()
          .id(id)
          .build());`,
      2,
    ],
    [
      dedent`
        var ship = Ship.newBuilder()
          .setId(id)
          .build();
        bus.send(ship);`,
      1,
    ],
    ["return Ship.builder()\n  .build();", null],
    ["events.publishEvent(Order.builder()\n  .build());", null],
  ])("the object of a builder: %s", (source, line) => {
    const lines = source.split("\n");
    const built = 1 + lines.findIndex((each) => each.includes(".build()"));
    expect(sendingOfMade({ lines, from: 1, to: lines.length }, built, "Ship")?.line ?? null).toBe(line);
  });

  test.each([
    "expect(sent).toEqual(new Ship(id));",
    "return new Ship(id);",
    "const ship = new Ship(id);\nawait bus.execute(ship.id);",
    "element.addEventListener(new Ship(id));",
  ])("no sender: %s", (source) => {
    expect(made(source)).toBeNull();
  });

  test("an object that is given is sent in the line that says so", () => {
    const sending = (source: string) =>
      sendingOfGiven({ lines: source.split("\n"), from: 1, to: source.split("\n").length }, "Ship");
    expect(
      sending(dedent`
        Task Post(Ship ship)
        {
          return mediator.Send(ship);
        }`),
    ).toEqual({ how: "sent", line: 3 });
    expect(
      sending(dedent`
      post(@Body() ship: Ship) {
        return this.bus.execute(ship);
      }`),
    ).toEqual({
      how: "sent",
      line: 2,
    });
    expect(
      sending(dedent`
        Task Post(Ship ship)
        {
          return store.Save(ship.Id);
        }`),
    ).toBeNull();
  });

  test("a type alone is sent by a call that names it", () => {
    expect(isTypeSent("await endpoint.Publish<Ship>(new { Id = id });", "Ship")).toBe(true);
    expect(isTypeSent("var ships = db.Set<Ship>();", "Ship")).toBe(false);
  });
});

test.each(["a", "a<", "a =", "(", "[", ": Order, ", '"ab.c", '])(
  "texts of %j alone, 60,000 characters long, are read to their end",
  (piece) => {
    const lines = [`save(order: Order) { ${piece.repeat(60_000 / piece.length)} order = new Order(1)`];
    const body = { lines, from: 1, to: 1 };
    expect(sendingOfMade(body, 1, "Order")).toBeNull();
    expect(sendingOfGiven(body, "Order")).toBeNull();
    expect(isTypeSent(lines.join(), "Order")).toBe(false);
    expect(isClassFor({ lines, line: 1 }, "Sale")).toBe(false);
    expect(topicTextsIn(lines, { from: 1, to: 1, owner: "Shop" }, "sends")).toEqual([]);
  },
);
