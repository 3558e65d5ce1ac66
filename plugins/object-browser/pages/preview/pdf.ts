import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { Failure } from 'stowage'
import type { Read } from './content.ts'
import * as messages from '../../messages.ts'

/** Bytes per read: only viewed parts of a long document are loaded. */
const READ_SIZE = 256 * 1024

/** Most pixels rendered of a page, below the canvas limit of browsers. */
const MAX_PIXELS = 16_000_000

/** Most pixels of an image in a page; larger ones are omitted. */
const MAX_IMAGE_PIXELS = 64_000_000

/** A rendered page, and the number of images in it that could not be rendered. */
type Drawn = { canvas: HTMLCanvasElement; missing: number }

/** An open PDF; page numbers start at 1. */
export type Pdf = {
  pages: number
  /** Original size of a page, in CSS pixels. */
  sizeOf(page: number): Promise<{ width: number; height: number }>
  /** Renders a page at a scale. */
  draw(page: number, scale: number, signal: AbortSignal): Promise<Drawn>
  /** Text of a page, in the order of the file. */
  textOf(page: number): Promise<string>
}

/** CSS pixels per point, the unit of PDFs. */
const UNIT = 96 / 72

const refusals: Readonly<Record<string, Failure>> = {
  PasswordException: new Failure(422, messages.pdfLocked, {
    detail: messages.openDownloadedPdf,
  }),
  InvalidPDFException: new Failure(422, messages.pdfIncomplete, {
    detail: messages.pdfMayBeDamaged,
  }),
}

const failureOf = (error: unknown) =>
  error instanceof Failure
    ? error
    : (error instanceof Error && refusals[error.name]) ||
      new Failure(422, 'The file cannot be displayed', { detail: String(error) })

const startWorker = async (address: URL, signal: AbortSignal) => {
  const worker = new Worker(address, { type: 'module' })
  signal.addEventListener('abort', () => worker.terminate())
  // its first message means that it is ready
  await new Promise((resolve, reject) => {
    worker.addEventListener('message', resolve, { once: true })
    worker.addEventListener(
      'error',
      () =>
        reject(
          new Failure(0, messages.pdfViewerNotLoaded, {
            detail: messages.reopenPreview,
          }),
        ),
      { once: true },
    )
  })
  return worker
}

const drawn = async (page: PDFPageProxy, scale: number, signal: AbortSignal): Promise<Drawn> => {
  const viewport = page.getViewport({ scale: scale * UNIT })
  const { width, height } = viewport
  const density = Math.min(window.devicePixelRatio, Math.sqrt(MAX_PIXELS / (width * height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.floor(width * density))
  canvas.height = Math.max(1, Math.floor(height * density))
  canvas.style.width = `${Math.floor(width)}px`
  const task = page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] })
  signal.addEventListener('abort', () => task.cancel())
  await task.promise
  // images that could not be decoded are null
  const missing = [...page.objs, ...page.commonObjs].filter(([, object]) => object === null).length
  return { canvas, missing }
}

/**
 * Opens a PDF in its own worker, which ends with `signal`. Scripts, forms and links are not processed: the code for
 * them is not loaded, and the page's Content-Security-Policy would block them. Fetches only the object's bytes.
 */
export const openPdf = async (read: Read, size: number, signal: AbortSignal): Promise<Pdf> => {
  const { getDocument, PDFDataRangeTransport, PDFWorker, workerAddress, decoders } = await import('../../pdf-engine.ts')
  signal.throwIfAborted()
  const port = await startWorker(workerAddress, signal)
  let fail: (error: unknown) => void = () => undefined
  const failing = new Promise<never>((_, reject) => (fail = reject))
  // errors reach the callers that request pages
  failing.catch(() => undefined)
  signal.addEventListener('abort', () => fail(signal.reason))
  const orFailed = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await Promise.race([work, failing])
    } catch (error) {
      signal.throwIfAborted()
      throw failureOf(error)
    }
  }
  const range = new PDFDataRangeTransport(size, null)
  range.requestDataRange = (start, end) => void read(start, end).then((bytes) => range.onDataRange(start, bytes), fail)
  const opening = getDocument({
    range,
    length: size,
    rangeChunkSize: READ_SIZE,
    disableAutoFetch: true,
    disableStream: true,
    worker: PDFWorker.create({ port, verbosity: 0 }),
    isEvalSupported: false,
    useWasm: false,
    wasmUrl: decoders.href,
    useWorkerFetch: false,
    maxImageSize: MAX_IMAGE_PIXELS,
    verbosity: 0,
  })
  const document: PDFDocumentProxy = await orFailed(opening.promise)
  const page = (number: number) => document.getPage(number)
  return {
    pages: document.numPages,
    sizeOf: (number) => orFailed(page(number).then((one) => one.getViewport({ scale: UNIT }))),
    draw: (number, scale, stop) => orFailed(page(number).then((one) => drawn(one, scale, stop))),
    textOf: (number) =>
      orFailed(
        page(number)
          .then((one) => one.getTextContent())
          .then(({ items }) =>
            items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''),
          ),
      ),
  }
}
