import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'
import { useEffect, useRef, useState } from 'react'
import { count, Failure } from 'stowage'
import { Button, IconButton, Skeleton, TextInput } from 'stowage/ui'
import type { ViewerProps } from 'stowage/web'
import { openPdf, type Pdf } from './pdf.ts'
import * as styles from './preview.css.ts'
import { useWork } from './use-content.ts'
import * as messages from '../../messages.ts'

/** Zoom factors; `fit` uses the available width. */
const zooms = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const

type Zoom = number | 'fit'

/** Space around a page for margins and a scroll bar, in CSS pixels. */
const PAGE_MARGIN = 48

const MM = 25.4 / 96

/** Renders a page into an element when an argument changes; keeps the previous one until the next is ready. */
const useDrawn = (pdf: Pdf | undefined, page: number, zoom: Zoom) => {
  const sheet = useRef<HTMLDivElement>(null)
  const leaf = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [state, setState] = useState<{ scale: number; size: string; text: string; missing: number; error?: Failure }>({
    scale: 1,
    size: '',
    text: '',
    missing: 0,
  })
  useEffect(() => {
    if (!sheet.current) return undefined
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)))
    observer.observe(sheet.current)
    return () => observer.disconnect()
  }, [pdf])
  const fitting = zoom === 'fit' ? width : 0
  useEffect(() => {
    if (!pdf || width === 0) return undefined
    const stop = new AbortController()
    const show = async () => {
      const full = await pdf.sizeOf(page)
      const scale = zoom === 'fit' ? Math.min(2, Math.max(0.1, (fitting - PAGE_MARGIN) / full.width)) : zoom
      const [{ canvas, missing }, text] = await Promise.all([pdf.draw(page, scale, stop.signal), pdf.textOf(page)])
      if (stop.signal.aborted) return
      canvas.className = styles.leaf
      canvas.setAttribute('role', 'img')
      canvas.setAttribute('aria-label', `Page ${page}`)
      leaf.current?.replaceChildren(canvas)
      setState({ scale, size: `${Math.round(full.width * MM)} × ${Math.round(full.height * MM)} mm`, text, missing })
    }
    show().catch((error: unknown) => {
      if (stop.signal.aborted) return
      setState((last) => ({ ...last, error: error instanceof Failure ? error : new Failure(0, String(error)) }))
    })
    return () => stop.abort()
  }, [pdf, page, zoom, fitting, width === 0])
  return { sheet, leaf, ...state }
}

const missingPictures = (pictures: number) =>
  pictures > 0 && messages.pageNotDisplayed(pictures === 1 ? 'One image' : `${count(pictures)} images`)

type ToolsProps = {
  pages: number
  page: number
  onPage: (page: number) => void
  scale: number
  zoom: Zoom
  onZoom: (zoom: Zoom) => void
}

const Tools = ({ pages, page, onPage, scale, zoom, onZoom }: ToolsProps) => {
  const [typed, setTyped] = useState<string>()
  const go = () => {
    const pageNumber = Math.round(Number(typed))
    if (typed !== undefined && pageNumber >= 1) onPage(Math.min(pages, pageNumber))
    setTyped(undefined)
  }
  const larger = zooms.find((one) => one > scale + 0.01)
  const smaller = zooms.findLast((one) => one < scale - 0.01)
  return (
    <>
      <span className={styles.push} />
      <IconButton
        icon={ChevronLeft}
        look="bordered"
        label="Previous page"
        disabled={page === 1 && 'This is the first page'}
        onPress={() => onPage(page - 1)}
      />
      <form
        className={styles.pageNumber}
        onSubmit={(event) => {
          event.preventDefault()
          go()
        }}
      >
        <TextInput label="Page" value={typed ?? String(page)} onChange={setTyped} onBlur={go} />
      </form>
      <span>{`of ${count(pages)}`}</span>
      <IconButton
        icon={ChevronRight}
        look="bordered"
        label="Next page"
        disabled={page === pages && 'This is the last page'}
        onPress={() => onPage(page + 1)}
      />
      <IconButton
        icon={ZoomOut}
        look="bordered"
        label="Smaller"
        disabled={!smaller && 'This is the smallest size'}
        onPress={() => smaller && onZoom(smaller)}
      />
      <span>{`${Math.round(scale * 100)}%`}</span>
      <IconButton
        icon={ZoomIn}
        look="bordered"
        label="Larger"
        disabled={!larger && 'This is the largest size'}
        onPress={() => larger && onZoom(larger)}
      />
      <Button size="sm" disabled={zoom === 'fit' && 'The page already fits'} onPress={() => onZoom('fit')}>
        Fit
      </Button>
    </>
  )
}

/** Viewer of a PDF, one page at a time. */
const PdfPages = ({ object, toolbar, footer, failure }: ViewerProps) => {
  const [page, setPage] = useState(1)
  const [zoom, setZoom] = useState<Zoom>('fit')
  const { data: pdf, error } = useWork(
    (signal) => openPdf((start, end) => object.read(start, end, signal), object.size, signal),
    [object],
  )
  const { sheet, leaf, scale, size, text, missing, error: undrawn } = useDrawn(pdf, page, zoom)
  if (error ?? undrawn) return failure(error ?? undrawn)
  return (
    <>
      {pdf && toolbar(<Tools {...{ pages: pdf.pages, page, onPage: setPage, scale, zoom, onZoom: setZoom }} />)}
      <div ref={sheet} className={styles.sheet} tabIndex={0} role="region" aria-label="Page" aria-busy={!size}>
        {!size && <Skeleton rows={6} columns={2} />}
        <div ref={leaf} className={styles.pages} />
      </div>
      {text.trim() && (
        <details className={styles.text}>
          <summary>{`Text of page ${count(page)}`}</summary>
          <pre className={styles.lines.text} tabIndex={0}>
            {text}
          </pre>
        </details>
      )}
      {footer(
        <>
          {size && messages.pageOf(count(page), count(pdf?.pages ?? 0), size)} {missingPictures(missing)}
        </>,
        messages.renderedSafely,
      )}
    </>
  )
}

export default PdfPages
