/** The entities that repositories, builders and classes give, without the declarations of TypeORM, MikroORM and Sequelize. */
import { dedent } from "../../helpers/dedent.js";
import { type EdgeCase, testEdges } from "../helpers.js";

const OTHER = "export class Robot { greet() {} }";

const cases: EdgeCase[] = [
  {
    name: "a repository of TypeORM gives entities of the class that it is asked for by, also through a function of the project",
    files: {
      "robot.ts": OTHER,
      "user.ts": "export class User { greet() {} }",
      "source.ts": dedent`
        import { DataSource, type EntityTarget, type Repository } from "typeorm";
        const source = new DataSource({});
        export const getRepository = <E extends object>(of: EntityTarget<E>): Repository<E> => source.getRepository(of);`,
      "use.ts": dedent`
        import { Repository } from "typeorm";
        import { getRepository } from "./source";
        import { User } from "./user";
        export async function one() { const user = await getRepository(User).findOneOrFail({}); user.greet(); }
        export async function many() { for (const user of await getRepository(User).find()) user.greet(); }
        export async function built() {
          const [users, count] = await getRepository(User).createQueryBuilder("u").where("u.id = 1").getManyAndCount();
          users.map((user) => user.greet());
        }
        export class Users extends Repository<User> { async first() { (await this.findOneBy({}))?.greet(); } }`,
    },
    of: "use.ts",
    has: [
      "one calls user.ts#User.greet (import)",
      "many calls user.ts#User.greet (import)",
      "built calls user.ts#User.greet (import)",
      "Users.first calls user.ts#User.greet (import)",
    ],
  },
  {
    name: "a manager takes the class of the entity, and a class that derives from the library's gives its own objects",
    files: {
      "robot.ts": OTHER,
      "user.ts": dedent`
        import { BaseEntity } from "typeorm";
        export class User extends BaseEntity { greet() {} }`,
      "account.ts": dedent`
        import { Model } from "sequelize";
        export class Account extends Model { greet() {} }`,
      "use.ts": dedent`
        import { DataSource } from "typeorm";
        import { Account } from "./account";
        import { User } from "./user";
        const source = new DataSource({});
        export async function within() {
          await source.transaction(async (manager) => { (await manager.findOne(User, {}))?.greet(); });
        }
        export async function active() { (await User.findOneBy({}))?.greet(); }
        export async function saved() { (await new User().save()).greet(); }
        export async function made() { (await Account.create({})).greet(); }`,
    },
    of: "use.ts",
    has: [
      "within calls user.ts#User.greet (import)",
      "active calls user.ts#User.greet (import)",
      "saved calls user.ts#User.greet (import)",
      "made calls account.ts#Account.greet (import)",
    ],
  },
];

testEdges(cases);
