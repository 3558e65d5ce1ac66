/** The address of the worker's script below that of the script which names it: the build keeps it a file of its own. */
declare module 'pdfjs-dist/legacy/build/pdf.worker.min.mjs' {
  const address: string
  export default address
}

/** The address of what takes JPEG 2000 apart without WebAssembly; a file of its own as well. */
declare module 'pdfjs-dist/wasm/openjpeg_nowasm_fallback.js' {
  const address: string
  export default address
}
