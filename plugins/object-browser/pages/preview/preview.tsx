import { lazy, Suspense, useState } from 'react'
import { bytes } from 'stowage'
import { getPreference, setPreference } from 'stowage/web'
import { Segmented, Skeleton } from 'stowage/ui'
import { HEAD, type Kind, sniff } from '../../magic.ts'
import { type Content, isPart, type Source } from './content.ts'
import { CsvTable } from './csv-table.tsx'
import { Foot, Trouble } from './foot.tsx'
import { Lines } from './lines.tsx'
import { Listing } from './listing.tsx'
import { Media } from './media.tsx'
import * as styles from './preview.css.ts'
import { useContent } from './use-content.ts'

const ParquetTable = lazy(() => import('./parquet-table.tsx'))
const PdfPages = lazy(() => import('./pdf-pages.tsx'))

/** Size limit of displayed images in bytes, because their decoded size is unknown. */
export const LARGEST = 20 * 1024 * 1024

const ways = {
  pages: 'Pages',
  picture: 'Picture',
  sound: 'Sound',
  film: 'Film',
  table: 'Table',
  content: 'Content',
  text: 'Text',
  hex: 'Hex',
} as const

type Way = keyof typeof ways

const byKind: Readonly<Record<Kind, readonly Way[]>> = {
  image: ['picture', 'text', 'hex'],
  audio: ['sound', 'text', 'hex'],
  video: ['film', 'text', 'hex'],
  pdf: ['pages', 'text', 'hex'],
  text: ['text', 'hex'],
  parquet: ['table', 'text', 'hex'],
  zip: ['content', 'text', 'hex'],
  tar: ['content', 'text', 'hex'],
  bytes: ['hex', 'text'],
}

const endingOf = (path: string) => /\.(\w{1,10})$/.exec(path)?.[1]?.toLowerCase() ?? ''

const waysFor = (kind: Kind, path: string): readonly Way[] =>
  kind === 'text' && /^(csv|tsv|tab)$/.test(endingOf(path)) ? ['table', ...byKind.text] : byKind[kind]

type ViewProps = { content: Content; kind: Kind; way: Way; switcher: React.ReactNode }

const View = ({ content, kind, way, switcher }: ViewProps) => {
  if (way === 'table' && kind === 'text') return <CsvTable {...{ content, switcher }} />
  if (way === 'content' && (kind === 'zip' || kind === 'tar')) return <Listing {...{ content, switcher }} of={kind} />
  if (way === 'text' || way === 'hex') return <Lines key={way} {...{ content, switcher }} as={way} />
  if (way === 'pages')
    return (
      <Suspense fallback={<Skeleton rows={6} columns={2} />}>
        <PdfPages {...{ content, switcher }} />
      </Suspense>
    )
  return (
    <>
      <div className={styles.tools}>{switcher}</div>
      {way === 'table' && (
        <Suspense fallback={<Skeleton rows={6} columns={4} />}>
          <ParquetTable content={content} />
        </Suspense>
      )}
      {way === 'picture' && content.size > LARGEST ? (
        <Foot note={undefined}>{`No preview above ${bytes(LARGEST)}.`}</Foot>
      ) : (
        way !== 'table' && <Media source={content} />
      )}
    </>
  )
}

const Views = ({ content, kind }: { content: Content; kind: Kind }) => {
  const all = waysFor(kind, content.path)
  const name = `preview:${endingOf(content.path)}`
  const [chosen, setChosen] = useState(() => getPreference(name))
  const way = all.find((one) => one === chosen) ?? all[0] ?? 'hex'
  const choose = (next: Way) => {
    setPreference(name, next)
    setChosen(next)
  }
  const switcher = (
    <Segmented label="Shown as" value={way} onChange={choose} items={all.map((id) => ({ id, label: ways[id] }))} />
  )
  return <View {...{ content, kind, way, switcher }} />
}

const media: readonly Kind[] = ['image', 'audio', 'video']

/**
 * Images, audio and video are displayed by the browser from the stored bytes, and archives and tables are read from
 * their ends. So of decompressed contents, only text and bytes can be displayed.
 */
const shownKind = (content: Content): Kind => {
  const { kind } = sniff(content.head.subarray(0, HEAD))
  const isReadable = kind === 'text' || !content.plain || !(media.includes(kind) || isPart(content))
  return isReadable ? kind : 'bytes'
}

/** Preview of an object by the type of its first bytes. Never runs anything in it. */
export const Preview = ({ source }: { source: Source }) => {
  const { data, error } = useContent(source, (content) => ({
    content,
    kind: shownKind(content),
  }))
  return (
    <div className={styles.preview}>
      {error && <Trouble error={error} />}
      {!error && !data && <Skeleton rows={6} columns={2} />}
      {data && <Views key={data.kind} {...data} />}
    </div>
  )
}
