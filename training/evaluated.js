/** Packages that search is measured on must not be learnt from: none of these is trained on, nor what carries their names. Rx.NET is what UniRx was made after. */
const EVALUATED =
  /rxjs|(?:^|[@/-])(?:effect|three|rx|mongodb)(?:$|[/-])|ethers|unirx|cysharp|zod|fastify|medusa|efcore|entityframework|serilog|dapper|lumino|cesium|xterm|signalr/i;

export const isEvaluated = (name) => EVALUATED.test(name);
