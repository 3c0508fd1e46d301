import { Before } from "./before";

export class Broken {
  first(a: string) {
    return a;
  }
  second( {
    return this.first("x");
  }
  third(): number {
    return 3;
  }
}

export function after(x: Before): void {
  x.go();
}

class = {

interface Fine {
  name: string;
}

export class Last {
  method() {
    after(null);
  }
}
