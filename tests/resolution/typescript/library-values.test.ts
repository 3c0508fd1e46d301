/** Members of a library's value: which type argument they probably are of. */
import { dedent } from "../../helpers/dedent.js";
import { type EdgeCase, testEdges } from "../helpers.js";

const STATE = dedent`
  export class User { ids() {} find() {} }
  export class Team { ids() {} }
  export interface State { auth: { user: User }; }
  export interface Order { total(): number; first(): Order; }`;

const cases: EdgeCase[] = [
  {
    name: "a member of only one of its type arguments is likely",
    files: {
      "a.ts": dedent`
        import type { ParameterizedContext } from "koa";
        import type { State, Team } from "./state";
        interface Context extends ParameterizedContext<State, Team> { input: string }
        type Plain = ParameterizedContext<State>;
        function extended(ctx: Context) { ctx.state.auth.user.ids(); }
        function aliased(ctx: Plain) { const { user } = ctx.state.auth; user.ids(); }`,
      "state.ts": STATE,
    },
    of: "a.ts",
    has: ["extended calls state.ts#User.ids (unique)", "aliased calls state.ts#User.ids (unique)"],
    hasNot: [/calls .* \((?:exact|import)\)/],
  },
  {
    name: "members of several, of none, and of the library's value itself stay the library's",
    files: {
      "a.ts": dedent`
        import type { Pair, Response } from "library";
        import type { Order, Team, User } from "./state";
        function both(pair: Pair<User, Team>) { pair.left.ids(); }
        function none(response: Response<Order>) { response.data.close(); response.total(); }
        function runtime(response: Response<User>) { response.data.find(); }`,
      "state.ts": STATE,
    },
    of: "a.ts",
    has: [],
    hasNot: [/calls state/],
  },
];

testEdges(cases);
