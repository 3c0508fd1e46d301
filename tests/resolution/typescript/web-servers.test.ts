/** Requests and responses of Express and Fastify, with the members that a project adds to them. */
import { dedent } from "../../helpers/dedent.js";
import { type EdgeCase, testEdges } from "../helpers.js";

const FILES = {
  "robot.ts": "export class Robot { greet() {} status() {} }",
  "user.ts": "export class User { greet() {} }",
};

const cases: EdgeCase[] = [
  {
    name: "a handler of Express gets a request with what the project adds to it, and so does a parameter of the type",
    files: {
      ...FILES,
      "express.d.ts": dedent`
        import type { User } from "./user";
        declare global { namespace Express { interface Request { user?: User } } }`,
      "session.d.ts": dedent`
        import "express-session";
        import type { User } from "./user";
        declare module "express-session" { interface SessionData { owner: User } }`,
      "routes.ts": dedent`
        import express, { type Request, Router } from "express";
        const routes = Router();
        export function all() {
          routes.get("/", check, (req, res) => { req.user?.greet(); res.status(200).json({}); });
        }
        export function logged() { express().use((req) => { req.session.owner.greet(); }); }
        export function check(req: Request) { req.user?.greet(); req.is("html"); }`,
    },
    of: "routes.ts",
    has: [
      "all calls user.ts#User.greet (import)",
      "all calls express!Response.status (external)",
      "all calls express!Response.json (external)",
      "logged calls user.ts#User.greet (import)",
      "check calls user.ts#User.greet (import)",
      "check calls express!Request.is (external)",
    ],
  },
  {
    name: "a handler of Fastify gets a request with what the project adds to it",
    files: {
      ...FILES,
      "app.ts": dedent`
        import fastify from "fastify";
        import type { User } from "./user";
        declare module "fastify" { interface FastifyRequest { user: User } }
        export function all() { fastify().get("/", async (request, reply) => { request.user.greet(); reply.code(204).send(); }); }`,
    },
    of: "app.ts",
    has: ["all calls user.ts#User.greet (import)", "all calls fastify!FastifyReply.send (external)"],
  },
];

testEdges(cases);
