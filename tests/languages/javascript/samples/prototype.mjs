export const api = Object.freeze({
  get(url) {
    return this.request("GET", url);
  },
  request: (method, url) => fetch(url, { method }),
});

const handler = api.get;
export { handler as default };

export class Emitter {
  on = (name, fn) => {
    this.listeners.push([name, fn]);
    return this.emit(name);
  };
  emit(name) {}
}
