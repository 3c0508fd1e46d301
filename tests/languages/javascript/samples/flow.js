/** @flow */
import type { Schema } from './types';
import typeof Adapter from './adapter';
import { connect, type Options } from './connect';

export opaque type Id: string = string;

export type Row = {|
  +id: Id,
  name: ?string,
  tags?: Array<string>,
|};

type Both = { ...Row, count: number, ... };

export default class Cache<+T> {
  +size: number;
  #adapter: Adapter;
  _rows: Map<Id, ?T> = new Map();

  constructor(options: Options<>, schema: { [string]: Schema }) {
    this.#adapter = connect(options, (schema: any));
  }

  get(id: Id, orElse: Id => T): ?T {
    return this._rows.get(id) ?? orElse(id);
  }

  static isFull(cache: Cache<any>): boolean %checks {
    return cache.size > 100;
  }
}

export async function load(cache: Cache<Row>, onRow: ?(row: Row, ...) => void): Promise<?Row> {
  const row = cache.get('a', (id) => ({ id, name: null }));
  return row;
}
