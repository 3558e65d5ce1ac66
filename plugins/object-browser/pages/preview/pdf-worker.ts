/** Where this file is: the page has it run as a worker, in which a PDF is taken apart. */
export const place = import.meta.url

// the page itself only learns the place
if (typeof window === 'undefined') await import('pdfjs-dist/legacy/build/pdf.worker.min.mjs')
