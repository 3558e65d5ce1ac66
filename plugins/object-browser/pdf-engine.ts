import openjpeg from 'pdfjs-dist/wasm/openjpeg_nowasm_fallback.js'
import worker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs'

export { getDocument, PDFDataRangeTransport, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The address of the script in which a PDF is taken apart; it runs as a worker. */
export const workerAddress = new URL(worker, import.meta.url)

/**
 * Where that worker gets what it needs for pictures in JPEG 2000, once it meets one: a plain script, since the policy
 * allows no WebAssembly. It puts a file's name behind the address, which is taken for a query.
 */
export const decoders = new URL(`${openjpeg}?/`, import.meta.url)
