import { GlobalRegistrator } from '@happy-dom/global-registrator'

// React looks for a document when it is first read, so this file must be given to node with --import
GlobalRegistrator.register({ url: 'http://127.0.0.1:9090/', width: 1280, height: 800 })
globalThis.IS_REACT_ACT_ENVIRONMENT = true

// happy-dom lays nothing out: without a size a virtual table shows no row
for (const [name, size] of Object.entries({
  clientWidth: 1280,
  clientHeight: 800,
  offsetWidth: 1280,
  offsetHeight: 800,
})) {
  Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => size })
}

// what React has to complain about (a missing key, an update outside act) is a failure, not a line in a log; what
// happy-dom tells of a failed request, as a browser does, is neither
let complaints = 0
const print = console.error
const isRequest = (said) =>
  /^[A-Z]+ http\S+ \d{3} /.test(said) || (said instanceof Error && /^ECONN(RESET|REFUSED)$/.test(said.code))
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

/** No socket is opened by a page under test; a test of sockets brings its own. */
globalThis.WebSocket = class {
  close() {}
}
