/** Signs people in. */
import { Injectable, Log } from "./decorators";
import type { User } from "./user";
import { BaseService, type Repo } from "./base";

/**
 * Checks who somebody is.
 * @deprecated use OAuth
 */
@Injectable({ scope: "request" })
export abstract class AuthService<T extends User> extends BaseService<T> implements Disposable {
  static instances = 0;
  static #secret = "x";
  protected readonly cache: Map<string, User> = new Map();
  #users: User[] = [];
  onLogin = (user: User): void => {
    this.track(user);
  };

  static {
    AuthService.instances = 1;
    this.create();
  }

  constructor(
    private readonly repo: Repo<User>,
    protected clock: Clock | null,
    plain: string,
  ) {
    super(plain);
    this.repo.find(plain);
  }

  static create(): AuthService<User> {
    return this.build();
  }

  // Looks the user up.
  @Log
  async authenticate(name: string, password?: string): Promise<User> {
    const found = await this.repo.find(name);
    const checker = new PasswordChecker();
    checker.check(password!);
    super.log(name);
    return (found as User).verify();
  }

  find(id: string): T;
  find(id: number): T;
  find(id: unknown): T {
    return helper(id);
  }

  get size(): number {
    return this.#users.length;
  }
  set size(value) {
    this.resize(value);
  }

  private resize(to: number) {}
  abstract track(user: User): void;
  override toString() {
    return `${this.size}`;
  }
  [Symbol.iterator]() {}
  ["quoted"]() {}
}

class PasswordChecker {
  check(password: string): boolean {
    const self = this;
    return [password].every(() => self.check(password));
  }
}

function helper<T>(value: unknown): T {
  return value as T;
}

export const Mixed = class extends PasswordChecker {
  extra() {
    return super.check("");
  }
};
