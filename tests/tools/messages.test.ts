/** Flows and tests that go by a message: nothing calls the receiver, and the message's type tells the sender. */
import { expect, test } from "vitest";
import getCallers from "../../src/tools/get-callers.js";
import getReferences from "../../src/tools/get-references.js";
import getSource from "../../src/tools/get-source.js";
import getTests from "../../src/tools/get-tests.js";
import trace from "../../src/tools/trace.js";
import { runTool } from "../graph/run-tool.js";
import { buildRepository } from "../helpers/build.js";
import { dedent } from "../helpers/dedent.js";
import { describeStores } from "../helpers/store.js";

const MEDIATOR = {
  "src/Shop.csproj": "<Project />",
  "src/Ship.cs": dedent`
    namespace Shop;
    public record Ship(int Id);
    public record Shipped(int Id);
    public class ShipHandler(Store store) : IRequestHandler<Ship>
    {
        public void Handle(Ship command) { store.Save(command.Id); }
    }
    public class ShippedHandler : INotificationHandler<Shipped>
    {
        public void Handle(Shipped shipped) { Mail.Write(shipped.Id); }
    }
    public static class Mail { public static void Write(int id) { } }
    public class Store
    {
        public void Save(int id) { AddDomainEvent(new Shipped(id)); }
        void AddDomainEvent(object happened) { }
    }
  `,
  "src/ShipController.cs": dedent`
    namespace Shop;
    public class ShipController(IMediator mediator)
    {
        public void Post(Ship command) { mediator.Send(command); }
        public void Again(int id)
        {
            var command = new Ship(id);
            mediator.Send(command);
        }
    }
  `,
  "tests/ShipTests.cs": dedent`
    namespace Shop.Tests;
    public class ShipTests
    {
        [Fact] public void Ships() { Module.Execute(new Ship(1)); }
        [Fact] public void IsEqual() { Assert.Equal(new Ship(1), new Ship(1)); }
    }
  `,
  "tests/ControllerTests.cs": dedent`
    namespace Shop.Tests;
    public class ControllerTests
    {
        [Fact] public void Posts() { new ShipController(Substitute.For<IMediator>()).Again(1); }
    }
  `,
};

describeStores("through messages", (store) => {
  test("trace goes from what sends to what is declared for the type, likely", async () => {
    const built = await buildRepository(store(), MEDIATOR);
    const { text } = await runTool(trace, { from: "ShipController.Post", to: "Mail.Write" }, built);
    expect(text.split("\n").slice(0, 3)).toEqual([
      "ShipController.Post → ShipHandler.Handle → Store.Save → ShippedHandler.Handle → Mail.Write: 4 steps, likely",
      "src/ShipController.cs:4  sends what is taken by ShipHandler.Handle  (likely: by its type)",
      "    public void Post(Ship command) { mediator.Send(command); }",
    ]);
  });

  test("get_callers has the senders beside the calls", async () => {
    const built = await buildRepository(store(), MEDIATOR);
    const { text } = await runTool(getCallers, { node_id: "src/Ship.cs:6" }, built);
    const lines = text.split("\n");
    const from = lines.indexOf("Sent to it, without a call that leads here:");
    expect(lines.slice(from + 1, from + 4)).toEqual([
      "src/ShipController.cs:4  ShipController.Post  likely, by Ship: public void Post(Ship command) { mediator.Send(command); }",
      "src/ShipController.cs:7  ShipController.Again  likely, by Ship: var command = new Ship(id);",
      "tests/ShipTests.cs:4  ShipTests.Ships  likely, by Ship: [Fact] public void Ships() { Module.Execute(new Ship(1)); }",
    ]);
  });

  test("references of the type say what takes it, what sends it, and what keeps it to be sent", async () => {
    const built = await buildRepository(store(), MEDIATOR);
    const lines = async (node_id: string) =>
      (await runTool(getReferences, { node_id }, built)).text
        .split("\n")
        .filter((line) => line.startsWith("As a message"));
    expect(await lines("src/Ship.cs:2")).toEqual([
      "As a message it is taken by ShipHandler.Handle (src/Ship.cs:6); sent by ShipController.Post (src/ShipController.cs:4), ShipController.Again (src/ShipController.cs:7), ShipTests.Ships (tests/ShipTests.cs:4).",
    ]);
    expect(await lines("src/Ship.cs:3")).toEqual([
      "As a message it is taken by ShippedHandler.Handle (src/Ship.cs:10); sent by Store.Save (src/Ship.cs:15, kept to be sent).",
    ]);
    // A store is made and handed on, and no message.
    expect(await lines("src/Ship.cs:13")).toEqual([]);
  });

  test("get_tests has the tests that send it, and tells where the sender is a mock", async () => {
    const built = await buildRepository(store(), MEDIATOR);
    const { text } = await runTool(getTests, { symbols: ["Store.Save"] }, built);
    expect(text.split("\n").slice(1, 4)).toEqual([
      "tests/ShipTests.cs  2 steps, via ShipHandler.Handle, likely, by the message Ship  Ships (line 4)",
      "tests/ControllerTests.cs  3 steps, via ShipController.Again, likely, by the message Ship  Posts (line 4)",
      "    mocks IMediator: what is behind may not run",
    ]);
  });

  test("get_tests of what many hear: the tests of who sends that type, and not of all that send any", async () => {
    const heard = Array.from(
      { length: 10 },
      (_, index) => `class Hearer${index} : IHandle<MovedEvent> { public void Handle(MovedEvent e) {} }`,
    );
    const built = await buildRepository(store(), {
      "src/Events.cs": dedent`
        namespace Shop;
        public interface IHandle<T> { void Handle(T message); }
        public class MovedEvent {}
        public class RemovedEvent {}
        public class Aggregator {
          public void PublishEvent<T>(T e) { foreach (var one in All<IHandle<T>>()) one.Handle(e); }
        }
      `,
      "src/Hearers.cs": `namespace Shop;\n${heard.join("\n")}\n`,
      "src/Other.cs": dedent`
        namespace Shop;
        class Other : IHandle<RemovedEvent> { public void Handle(RemovedEvent e) {} }
      `,
      "src/Mover.cs": dedent`
        namespace Shop;
        public class Mover { public void Move(Aggregator all) { all.PublishEvent(new MovedEvent()); } }
        public class Remover { public void Remove(Aggregator all) { all.PublishEvent(new RemovedEvent()); } }
      `,
      "tests/MoverTests.cs": dedent`
        public class MoverTests {
          [Fact] public void Moves() { new Shop.Mover().Move(null); }
        }
      `,
      "tests/RemoverTests.cs": dedent`
        public class RemoverTests {
          [Fact] public void Removes() { new Shop.Remover().Remove(null); }
        }
      `,
    });
    const { text } = await runTool(getTests, { symbols: ["Hearer3.Handle"] }, built);
    expect(text.split("\n").filter((line) => line.startsWith("tests/"))).toEqual([
      "tests/MoverTests.cs  2 steps, via Mover.Move, likely, by the message MovedEvent  Moves (line 2)",
    ]);
  });

  test("get_tests does not follow what a unit keeps to be sent later", async () => {
    const built = await buildRepository(store(), MEDIATOR);
    const { text } = await runTool(getTests, { symbols: ["Mail.Write"] }, built);
    expect(text).toContain("No test that reaches Mail.Write");
    const unsure = await runTool(getTests, { symbols: ["Mail.Write"], min_confidence: "candidate" }, built);
    expect(unsure.text).toContain("possible, by the message Ship");
  });

  test("an event that its type makes is sent, though many states take it from the handler", async () => {
    const states = Array.from({ length: 10 }, (_, index) =>
      [
        `package flow; class State${index} implements State {`,
        "  public void started(Flow flow, FlowStarted event) {}",
        "}",
      ].join("\n"),
    );
    const built = await buildRepository(store(), {
      "flow/FlowStarted.java": dedent`
        package flow;
        public class FlowStarted extends Event {
          static FlowStarted of(Flow flow) { return new FlowStarted(); }
        }
      `,
      "flow/Event.java": "package flow; public class Event {}",
      "flow/Flow.java": "package flow; public class Flow { Bus bus; State state; }",
      "flow/Bus.java": "package flow; public class Bus { void publish(Event event) {} }",
      "flow/State.java": "package flow; public interface State { void started(Flow flow, FlowStarted event); }",
      "flow/Handler.java": dedent`
        package flow;
        public abstract class Handler<T extends Event> {
          void take(Flow flow, Event event) { handle(flow, (T) event); }
          abstract void handle(Flow flow, T event);
        }
      `,
      "flow/FlowStartedHandler.java": dedent`
        package flow;
        public class FlowStartedHandler extends Handler<FlowStarted> {
          void handle(Flow flow, FlowStarted event) {
            flow.state.started(flow, event);
          }
        }
      `,
      "flow/Engine.java": dedent`
        package flow;
        public class Engine {
          void start(Flow flow) {
            flow.bus.publish(FlowStarted.of(flow));
          }
        }
      `,
      ...Object.fromEntries(states.map((text, index) => [`flow/State${index}.java`, text])),
    });
    const { text } = await runTool(trace, { from: "Engine.start", to: "FlowStartedHandler.handle" }, built);
    expect(text.split("\n")[0]).toBe("Engine.start → FlowStartedHandler.handle: 1 step, likely");
    const flow = await runTool(getSource, { symbols: ["Engine.start"], depth: 2 }, built);
    expect(flow.text).toMatch(/^>> possible from FlowStarted\.of, .*:\n\S+ {2}method FlowStartedHandler\.handle/m);
  });

  test("services that share no code are joined by the name of a type, maybe", async () => {
    const built = await buildRepository(store(), {
      "orders/Ordered.cs": dedent`
        namespace Orders;
        public record Ordered(int Id);
      `,
      "orders/Orders.cs": dedent`
        namespace Orders;
        public class OrderService(IBus bus)
        {
            public void Order(int id) { bus.PublishAsync(new Ordered(id)); }
        }
      `,
      "mails/Ordered.cs": dedent`
        namespace Mails;
        public record Ordered(int Id);
        public class OrderedHandler : IHandler<Ordered>
        {
            public void Handle(Ordered ordered) { }
        }
      `,
    });
    const { text } = await runTool(trace, { from: "OrderService.Order", to: "OrderedHandler.Handle" }, built);
    expect(text).toContain("sends what is taken by OrderedHandler.Handle  (maybe: by a type of its name)");
    const references = async (node_id: string) =>
      (await runTool(getReferences, { node_id }, built)).text
        .split("\n")
        .filter((line) => line.startsWith("As a message"));
    expect(await references("orders/Ordered.cs:2")).toEqual([
      "As a message it is taken by OrderedHandler.Handle (mails/Ordered.cs:5, maybe: a type of this name); sent by OrderService.Order (orders/Orders.cs:4).",
    ]);
    expect(await references("mails/Ordered.cs:2")).toEqual([
      "As a message it is taken by OrderedHandler.Handle (mails/Ordered.cs:5); sent by OrderService.Order (orders/Orders.cs:4, maybe: a type of this name).",
    ]);
  });

  test("one of many handlers of events is reached maybe, as an event comes to those of its type", async () => {
    const handlers = ["Added", "Removed", "Moved", "Renamed", "Cleared"];
    const built = await buildRepository(store(), {
      "Bus.cs": dedent`
        namespace Shop;
        public interface IHandle<T> { void Handle(T happened); }
        public class Bus<T>
        {
            IHandle<T> handler;
            public void Publish(T happened) { handler.Handle(happened); }
        }
        public static class Mail { public static void Write() { } }
      `,
      "Handlers.cs": handlers
        .map(
          (name) =>
            `public class ${name} { }\npublic class On${name} : Shop.IHandle<${name}> { public void Handle(${name} it) { Shop.Mail.Write(); } }\n`,
        )
        .join(""),
    });
    const { text } = await runTool(trace, { from: "Bus.Publish", to: "OnMoved.Handle" }, built);
    expect(text.split("\n").filter((line) => !line.startsWith(" "))).toEqual([
      "Bus.Publish → IHandle.Handle → OnMoved.Handle: 2 steps, maybe",
      "Bus.cs:6  calls IHandle.Handle",
      "Handlers.cs:6  is overridden by OnMoved.Handle  (maybe: one of 5 that override it)",
    ]);
  });
});
