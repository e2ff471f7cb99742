// Browsers start no workers from files: where the site is read from a folder, its search runs in a hidden frame.
// The theme's search looks for this by the name `IFrameWorker`.
if (location.protocol === "file:") {
  const load = (page, url) =>
    new Promise((done, failed) => {
      const script = page.createElement("script");
      script.onload = done;
      script.onerror = () => failed(new Error(`${url} cannot be read`));
      script.src = url;
      page.body.append(script);
    });

  window.IFrameWorker = class extends EventTarget {
    constructor(url) {
      super();
      const path = new URL(url, document.baseURI).href;
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      this.ready = new Promise((done) => this.frame.addEventListener("load", done, { once: true })).then(() => {
        const inner = this.frame.contentWindow;
        inner.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
        inner.importScripts = (...urls) => urls.reduce((before, next) => before.then(() => load(inner.document, next)), Promise.resolve());
        return load(inner.document, path);
      });
      document.documentElement.append(this.frame);
    }

    // Messages wait for the script, in their order.
    postMessage(data) {
      this.ready.then(() => this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data })));
    }

    terminate() {
      this.frame.remove();
    }
  };
  window.Worker = window.IFrameWorker;
}
