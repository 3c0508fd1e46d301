/** What search is measured on must not be learnt from: none of these is trained on, nor what carries their names. */
const EVALUATED =
  /rxjs|(?:^|[@/-])effect(?:$|[/-])|ethers|(?:^|[@/-])three(?:$|[/-])|unirx|cysharp|zod|fastify|medusa|efcore|entityframework|serilog|dapper/i;

export const isEvaluated = (name) => EVALUATED.test(name);
