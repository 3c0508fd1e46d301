/** Names of the JavaScript runtime: ECMAScript 2024, the basics of the DOM and of Node. */

/** Method names that are so common in the runtime that a call of one tells nothing about its receiver. */
export const runtimeMembers: ReadonlySet<string> = new Set(
  `
  constructor hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf
  apply bind call
  at concat copyWithin entries every fill filter find findIndex findLast findLastIndex flat flatMap forEach includes indexOf join keys
  lastIndexOf length map pop push reduce reduceRight reverse shift slice some sort splice toReversed toSorted toSpliced unshift values with
  charAt charCodeAt codePointAt endsWith isWellFormed localeCompare match matchAll normalize padEnd padStart repeat replace replaceAll search
  split startsWith substr substring toLocaleLowerCase toLocaleUpperCase toLowerCase toUpperCase toWellFormed trim trimEnd trimStart
  toExponential toFixed toPrecision
  add clear delete get has set size deref
  difference intersection isDisjointFrom isSubsetOf isSupersetOf symmetricDifference union
  then catch finally
  next return throw
  exec test lastIndex
  getDate getDay getFullYear getHours getMilliseconds getMinutes getMonth getSeconds getTime getTimezoneOffset getUTCDate getUTCDay
  getUTCFullYear getUTCHours getUTCMilliseconds getUTCMinutes getUTCMonth getUTCSeconds setDate setFullYear setHours setMilliseconds
  setMinutes setMonth setSeconds setTime setUTCDate setUTCFullYear setUTCHours setUTCMilliseconds setUTCMinutes setUTCMonth setUTCSeconds
  toDateString toISOString toJSON toLocaleDateString toLocaleTimeString toTimeString toUTCString
  byteLength byteOffset subarray buffer
  getInt8 getUint8 getInt16 getUint16 getInt32 getUint32 getFloat32 getFloat64 getBigInt64 getBigUint64
  setInt8 setUint8 setInt16 setUint16 setInt32 setUint32 setFloat32 setFloat64 setBigInt64 setBigUint64
  addListener emit eventNames listenerCount listeners off on once prependListener prependOnceListener rawListeners removeAllListeners
  removeListener setMaxListeners
  addEventListener dispatchEvent removeEventListener preventDefault stopPropagation stopImmediatePropagation
  assert count debug dir error group groupEnd info log table time timeEnd timeLog trace warn
  appendChild append prepend before after remove removeChild replaceChild replaceWith insertBefore insertAdjacentElement insertAdjacentHTML
  cloneNode contains closest matches querySelector querySelectorAll getElementById getElementsByClassName getElementsByTagName
  createElement createElementNS createTextNode createDocumentFragment getAttribute setAttribute removeAttribute hasAttribute toggleAttribute
  getBoundingClientRect focus blur click scrollIntoView scrollTo toggle observe unobserve disconnect takeRecords
  getItem setItem removeItem
  abort json text arrayBuffer blob formData clone getReader pipeTo pipeThrough cancel getWriter
  pipe unpipe read write end destroy cork uncork pause resume setEncoding
  ref unref hasRef
  format formatToParts resolvedOptions
  parse stringify
  `
    .trim()
    .split(/\s+/),
);

/** Global names of the runtime, and the utility types of TypeScript. A file that does not declare such a name itself means the runtime's. */
export const runtimeGlobals: ReadonlySet<string> = new Set(
  `
  globalThis window self document navigator location history screen frames parent top origin
  undefined NaN Infinity eval isFinite isNaN parseFloat parseInt decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape
  Object Function Boolean Symbol Number BigInt Math Date String RegExp
  Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError SuppressedError DOMException
  Array Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array BigInt64Array BigUint64Array Float32Array
  Float64Array Map Set WeakMap WeakSet WeakRef FinalizationRegistry ArrayBuffer SharedArrayBuffer DataView Atomics JSON Iterator
  Promise Generator GeneratorFunction AsyncFunction AsyncGenerator AsyncGeneratorFunction Reflect Proxy Intl WebAssembly
  DisposableStack AsyncDisposableStack
  console performance crypto caches indexedDB localStorage sessionStorage
  setTimeout clearTimeout setInterval clearInterval setImmediate clearImmediate queueMicrotask structuredClone reportError
  requestAnimationFrame cancelAnimationFrame requestIdleCallback cancelIdleCallback
  fetch Request Response Headers FormData Blob File FileList FileReader URL URLSearchParams URLPattern AbortController AbortSignal
  atob btoa alert confirm prompt open close print postMessage getComputedStyle getSelection matchMedia scrollTo scrollBy
  Event CustomEvent ErrorEvent MessageEvent CloseEvent ProgressEvent StorageEvent PopStateEvent UIEvent MouseEvent KeyboardEvent PointerEvent
  FocusEvent InputEvent TouchEvent WheelEvent DragEvent ClipboardEvent CompositionEvent AnimationEvent TransitionEvent SubmitEvent
  HashChangeEvent PromiseRejectionEvent EventTarget EventListener EventListenerObject EventSource BroadcastChannel MessageChannel MessagePort
  WebSocket Worker SharedWorker ServiceWorker XMLHttpRequest
  Node NodeList Element Document DocumentFragment ShadowRoot Text Comment Attr Range Selection Window Location History Navigator Storage
  DOMParser XMLSerializer DOMRect DOMRectReadOnly DOMPoint DOMMatrix DOMTokenList DOMStringMap CSSStyleDeclaration CSSStyleSheet StyleSheet
  HTMLElement HTMLAnchorElement HTMLAreaElement HTMLAudioElement HTMLBodyElement HTMLBRElement HTMLButtonElement HTMLCanvasElement
  HTMLCollection HTMLDataElement HTMLDetailsElement HTMLDialogElement HTMLDivElement HTMLFieldSetElement HTMLFormElement HTMLHeadElement
  HTMLHeadingElement HTMLHRElement HTMLHtmlElement HTMLIFrameElement HTMLImageElement HTMLInputElement HTMLLabelElement HTMLLegendElement
  HTMLLIElement HTMLLinkElement HTMLMediaElement HTMLMetaElement HTMLMeterElement HTMLOListElement HTMLOptGroupElement HTMLOptionElement
  HTMLOutputElement HTMLParagraphElement HTMLPictureElement HTMLPreElement HTMLProgressElement HTMLQuoteElement HTMLScriptElement
  HTMLSelectElement HTMLSlotElement HTMLSourceElement HTMLSpanElement HTMLStyleElement HTMLTableElement HTMLTableCellElement
  HTMLTableRowElement HTMLTableSectionElement HTMLTemplateElement HTMLTextAreaElement HTMLTimeElement HTMLTitleElement HTMLTrackElement
  HTMLUListElement HTMLVideoElement SVGElement SVGSVGElement SVGPathElement MathMLElement HTMLElementTagNameMap
  MutationObserver MutationRecord IntersectionObserver IntersectionObserverEntry ResizeObserver ResizeObserverEntry PerformanceObserver
  PerformanceEntry Image Audio Option ImageData ImageBitmap OffscreenCanvas CanvasRenderingContext2D WebGLRenderingContext
  WebGL2RenderingContext Path2D AudioContext MediaStream MediaRecorder MediaQueryList Notification customElements CustomElementRegistry
  ReadableStream WritableStream TransformStream ReadableStreamDefaultReader WritableStreamDefaultWriter TextDecoder TextEncoder
  TextDecoderStream TextEncoderStream CompressionStream DecompressionStream Crypto CryptoKey SubtleCrypto BodyInit HeadersInit RequestInit
  RequestInfo ResponseInit BlobPart BufferSource
  process Buffer global require module exports __dirname __filename NodeJS
  Partial Required Readonly Record Pick Omit Exclude Extract NonNullable Parameters ConstructorParameters ReturnType InstanceType NoInfer
  ThisParameterType OmitThisParameter ThisType Uppercase Lowercase Capitalize Uncapitalize Awaited
  ReadonlyArray ReadonlyMap ReadonlySet ArrayLike PromiseLike Iterable IterableIterator IteratorResult AsyncIterable AsyncIterator
  AsyncIterableIterator PropertyKey PropertyDescriptor PropertyDescriptorMap TypedPropertyDescriptor TemplateStringsArray CallableFunction
  NewableFunction IArguments RegExpMatchArray RegExpExecArray ClassDecorator PropertyDecorator MethodDecorator ParameterDecorator
  ErrorOptions ErrorConstructor ObjectConstructor FunctionConstructor ArrayConstructor PromiseConstructor PromiseSettledResult
  PromiseFulfilledResult PromiseRejectedResult Disposable AsyncDisposable ArrayBufferLike ArrayBufferView WeakKey ImportMeta JSX
  describe it test expect beforeEach afterEach beforeAll afterAll before after suite jest vi
  `
    .trim()
    .split(/\s+/),
);
