import openjpeg from 'pdfjs-dist/wasm/openjpeg_nowasm_fallback.js'
import worker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs'

export { getDocument, PDFDataRangeTransport, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Address of the PDF.js worker script. */
export const workerAddress = new URL(worker, import.meta.url)

/**
 * Address of the worker's JPEG 2000 decoder, loaded on demand: a plain script, because our Content-Security-Policy
 * forbids WebAssembly. PDF.js appends a file name, which the `?` turns into a query.
 */
export const decoders = new URL(`${openjpeg}?/`, import.meta.url)
