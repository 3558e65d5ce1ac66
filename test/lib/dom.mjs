import { GlobalRegistrator } from '@happy-dom/global-registrator'

// React looks for a document when it is loaded, so this file must be given to node with --import
GlobalRegistrator.register({
  url: 'http://127.0.0.1:9090/',
  width: 1280,
  height: 800,
  // scripts in the document are not run, and that is no error
  settings: { handleDisabledFileLoadingAsSuccess: true },
})
globalThis.IS_REACT_ACT_ENVIRONMENT = true

// without these React does not record tasks and durations for developer tools, which takes a tenth of the time
console.createTask = undefined
console.timeStamp = undefined

// happy-dom has no layout: without a size a virtual table shows no rows
for (const [name, size] of Object.entries({
  clientWidth: 1280,
  clientHeight: 800,
  offsetWidth: 1280,
  offsetHeight: 800,
})) {
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => size })
}

// these return promises in new browsers, and must not be what an effect returns
for (const name of ['scroll', 'scrollBy', 'scrollIntoView', 'scrollTo']) {
  const scroll = Element.prototype[name]
  Element.prototype[name] = async function (...to) {
    scroll.apply(this, to)
  }
}

// React's warnings (a missing key, an update outside act) are failures; happy-dom's messages about failed requests,
// which browsers log too, are not
let complaints = 0
const print = console.error
const isRequest = (warning) =>
  /^[A-Z]+ http\S+ \d{3} /.test(warning) || (warning instanceof Error && /^ECONN(RESET|REFUSED)$/.test(warning.code))
console.error = (...args) => {
  if (isRequest(args[0])) return
  complaints += 1
  print(...args)
}
process.on('exit', () => {
  if (complaints === 0) return
  print(`console.error was called ${complaints} times`)
  process.exitCode = 1
})

/** Pages under test open no sockets; a test of sockets replaces this. */
globalThis.WebSocket = class {
  close() {}
}
