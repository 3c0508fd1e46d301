/** The parts of the service that the network faces need in addition to those of the tools. */
import type { Authenticator } from "../auth/authenticate.js";
import type { ToolHost } from "../tools/running/tool-host.js";
import type { Exchange } from "./exchange/exchange.js";

export interface ServiceHost extends ToolHost {
  /** Authenticates callers. */
  auth: Authenticator;
  /** Messages between replicas about their clients. */
  exchange: Exchange;
  /** Signs what clients carry from one replica to another; 32 bytes. */
  signingKey: Buffer;
}
