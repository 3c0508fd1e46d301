/** Types with the lines that register them with a container before their other uses. */
import { expect, test } from "vitest";
import getRelations from "../../src/tools/get-relations.js";
import { runTool } from "../graph/run-tool.js";
import { buildRepository } from "../helpers/build.js";
import { dedent } from "../helpers/dedent.js";
import { describeStores } from "../helpers/store.js";

const FILES = {
  "Startup.cs": dedent`
    public interface IStore { void Save(); }
    public class Disk : IStore { public void Save() {} }
    public class Cloud : IStore { public void Save() {} }
    public class Shop { public Shop(IStore store) {} }
    public static class Startup {
      public static void Configure(IServiceCollection services, bool isCloud) {
        services.AddScoped<IStore, Disk>();
        if (isCloud) {
          services.AddSingleton<IStore, Cloud>();
        }
      }
    }
  `,
  "src/mail.ts": dedent`
    export class Mailer { send() {} }
    export class FastMailer extends Mailer {}
  `,
  "src/mail.module.ts": dedent`
    import { Module } from "@nestjs/common";
    import { FastMailer, Mailer } from "./mail.js";
    @Module({
      providers: [
        FastMailer,
        {
          provide: Mailer,
          useClass: FastMailer,
        },
      ],
    })
    export class MailModule {
      constructor(private readonly mailer: Mailer) {}
    }
  `,
  "go.mod": "module shop\n",
  "ledger.go": dedent`
    package shop

    type Ledger struct{}

    func NewLedger() *Ledger { return &Ledger{} }

    func Sum(ledger *Ledger) int { return 0 }
  `,
  "app.go": dedent`
    package shop

    import "go.uber.org/fx"

    func App() { fx.New(fx.Provide(NewLedger)) }
  `,
  "Beans.java": dedent`
    interface Clock { long now(); }
    class WallClock implements Clock { public long now() { return 0; } }
    class Beans {
      @Bean
      @Primary
      Clock clock() {
        return new WallClock();
      }
      void use(Clock clock) {}
    }
  `,
};

describeStores("registrations with a container", (store) => {
  test("stand before other uses, with their code and condition", async () => {
    const built = await buildRepository(store(), FILES);
    const partsOf = async (symbol: string) => {
      const { text } = await runTool(getRelations, { symbols: [symbol] }, built);
      const [, registered = "", used = ""] = text.split(/^(?:Registered|Used) at:$/m);
      return { registered, used };
    };
    const ofStore = await partsOf("IStore");
    expect(ofStore.registered).toContain("7: services.AddScoped<IStore, Disk>();");
    expect(ofStore.registered).toContain("9: services.AddSingleton<IStore, Cloud>(); (if isCloud)");
    expect(ofStore.used).toContain("Shop");
    const ofMailer = await partsOf("Mailer");
    expect(ofMailer.registered).toContain("{ provide: Mailer, useClass: FastMailer }");
    expect(ofMailer.used).toContain("MailModule");
    expect((await partsOf("FastMailer")).registered).toContain("providers: FastMailer");
    const ofLedger = await partsOf("Ledger");
    expect(ofLedger.registered).toContain("fx.New(fx.Provide(NewLedger))");
    expect(ofLedger.used).toContain("Sum");
    const ofClock = await partsOf("Clock");
    expect(ofClock.registered).toContain("@Bean @Primary Clock clock()");
    expect(ofClock.used).toContain("use");
    expect((await partsOf("WallClock")).registered).toContain("@Bean @Primary return new WallClock();");
  });
});
