/** Address of the worker script, relative to the importing script; the build emits it as a separate file. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.min.mjs' {
  const address: string
  export default address
}

/** Address of the JPEG 2000 decoder without WebAssembly; also a separate file. */
declare module 'pdfjs-dist/wasm/openjpeg_nowasm_fallback.js' {
  const address: string
  export default address
}
