import Maximize2 from 'lucide-react/icons/maximize-2'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import type { Failure } from 'stowage'
import { Button, Chart, type ChartEvent, Dialog, IconButton, Row, Skeleton, useNarrow } from 'stowage/ui'
import type { CallState } from 'stowage/web'
import type { Widget } from '../../widgets.ts'
import * as styles from './charts.css.ts'
import { Bars, IsSlow, StatValue, NoData, Pie, Spark } from './small-charts.tsx'
import { pairs, displays, type WidgetDisplay } from './layout.ts'
import type { Range } from './range.ts'
import { alignSeries, graph } from './reduce.ts'
import { useSlow } from './pending-requests.ts'
import { type WidgetRequest, useDayBefore, useSharedWidget } from './use-widget.ts'

/** Synchronizes the cursor of all charts on the page. */
const GROUP = 'dashboard'

type Zoom = { onZoom: (from: number, to: number) => void; onReset: (() => void) | undefined }
type CardProps = Zoom & { id: number; request: WidgetRequest }

/** Restarts, alerts and configuration changes, which every chart of the page marks. */
export const MarkedEvents = createContext<readonly ChartEvent[]>([])

/** Message of a problem that is shown above all widgets, so that they do not repeat it. */
export const ReportedProblem = createContext('')

/** The error of one widget with a Retry button; other widgets are not affected. */
const Failed = ({ error, onRetry }: { error: Failure; onRetry: () => void }) => {
  const reported = useContext(ReportedProblem)
  if (error.message === reported)
    return (
      <Row gap={3} wrap className={styles.failed}>
        <span className={styles.problem}>Not available</span>
      </Row>
    )
  return (
    <Row gap={3} wrap className={styles.failed} role="alert">
      <span>
        {error.message}
        {error.detail && <span className={styles.problem}> {error.detail}</span>}
      </span>
      <Button icon={RotateCcw} onPress={onRetry}>
        Try Again
      </Button>
    </Row>
  )
}

/** A widget with data, or its error, loading or empty state. */
const Loaded = ({
  state: { data, error, loading, reload },
  children,
}: {
  state: CallState<Widget>
  children: (widget: Widget) => ReactNode
}) => {
  const isSlow = useSlow(loading)
  if (data) return <IsSlow value={isSlow}>{children(data)}</IsSlow>
  return error ? <Failed error={error} onRetry={() => void reload()} /> : <Skeleton rows={2} columns={1} />
}

const Card = ({ label, busy, children }: { label: string; busy: boolean; children: ReactNode }) => (
  <section className={styles.card} aria-label={label} aria-busy={busy}>
    {children}
  </section>
)

const Title = ({ children }: { children: string }) => <h2 className={styles.title}>{children}</h2>

type LoadedCardProps = CardProps & { of: WidgetDisplay; children: (widget: Widget) => ReactNode }

/** A card with the title and the content of one widget. */
const LoadedCard = ({ id, request, of, children }: LoadedCardProps) => {
  const state = useSharedWidget(id, request)
  return (
    <Card label={of.label} busy={state.loading}>
      <Title>{of.label}</Title>
      <Loaded state={state}>{children}</Loaded>
    </Card>
  )
}

/** One value; some kinds have a sparkline of its history. */
const StatCard = (props: CardProps & { of: WidgetDisplay }) => (
  <LoadedCard {...props}>
    {(widget) => (
      <>
        <Row gap={[0, 6]} wrap align="baseline" className={styles.stats}>
          <StatValue widget={widget} shown={props.of} />
        </Row>
        {props.of.kind === 'singleRep' && <Spark widget={widget} />}
      </>
    )}
  </LoadedCard>
)

const Part = ({ id, request }: Pick<CardProps, 'id' | 'request'>) => {
  const state = useSharedWidget(id, request)
  const of = displays[id]
  return of ? (
    <Loaded state={state}>
      {(widget) => <StatValue widget={widget} shown={of} unitText={of.label.toLowerCase()} />}
    </Loaded>
  ) : null
}

/** Two related values. */
const PairCard = ({ label, parts, request }: { label: string; parts: readonly number[]; request: WidgetRequest }) => (
  <Card label={label} busy={false}>
    <Title>{label}</Title>
    <Row gap={[0, 6]} wrap align="baseline" className={styles.stats}>
      {parts.map((id) => (
        <Part key={id} id={id} request={request} />
      ))}
    </Row>
  </Card>
)

const PieCard = (props: CardProps & { of: WidgetDisplay }) => (
  <LoadedCard {...props}>{(widget) => <Pie widget={widget} />}</LoadedCard>
)

const BarsCard = (props: CardProps & { of: WidgetDisplay }) => (
  <LoadedCard {...props}>
    {(widget) =>
      widget.targets?.[0]?.result?.length ? <Bars widget={widget} label={props.of.label} /> : <NoData height={172} />
    }
  </LoadedCard>
)

type LinesProps = Zoom & {
  widgets: readonly Widget[]
  /** The same widgets of the day before, at the times of this day. */
  earlier: readonly Widget[]
  of: WidgetDisplay
  range: Range
  height: number
  /** Whether a dialog has the title already. */
  isUntitled?: boolean
  actions?: ReactNode
}

const graphOf = (widgets: readonly Widget[], of: WidgetDisplay, step: number) => {
  const targets = widgets.flatMap((widget) => widget.targets ?? [])
  const { times, series } = graph({ ...(widgets[0] as Widget), targets }, step)
  return { times, series: of.line ? series.map((one) => ({ ...one, label: of.line ?? one.label })) : series }
}

/** Lines of one graph, or of several combined. */
const Lines = ({ widgets, earlier, of, range, height, isUntitled = false, ...more }: LinesProps) => {
  const { start, end, step } = range
  const events = useContext(MarkedEvents)
  const { times, series } = useMemo(() => graphOf(widgets, of, step), [widgets, of, step])
  const dayBefore = useMemo(
    () =>
      earlier.length > 0 ? { label: 'Day before', series: alignSeries(times, graphOf(earlier, of, step)) } : undefined,
    [earlier, times, of, step],
  )
  if (times.length === 0)
    return (
      <>
        {!isUntitled && <Title>{of.label}</Title>}
        <NoData height={height} />
      </>
    )
  const unit = of.unit === 'nanoseconds' || of.unit === 'seconds' ? 'count' : of.unit
  const file = of.label.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return (
    <Chart
      label={of.label}
      hideTitle={isUntitled}
      times={times}
      series={series}
      earlier={dayBefore}
      events={events}
      unit={unit}
      height={height}
      xRange={[start, end]}
      group={GROUP}
      file={file}
      {...more}
    />
  )
}

/** A graph that can be enlarged in a dialog. */
const GraphCard = ({ id, request, of, ...zoom }: CardProps & { of: WidgetDisplay }) => {
  const [large, setLarge] = useState(false)
  const narrow = useNarrow()
  const state = useSharedWidget(id, request)
  const before = useDayBefore(id, request)
  const [all, earlier] = useMemo(
    () => [state.data, before].map((widget) => (widget ? [widget] : [])) as [Widget[], Widget[]],
    [state.data, before],
  )
  const enlarge = <IconButton icon={Maximize2} label={`Enlarge ${of.label}`} onPress={() => setLarge(true)} />
  const lines = { widgets: all, earlier, of, range: request.range, ...zoom }
  return (
    <Card label={of.label} busy={state.loading}>
      {!state.data && <Title>{of.label}</Title>}
      <Loaded state={state}>{() => <Lines {...lines} height={narrow ? 124 : 172} actions={enlarge} />}</Loaded>
      {large && (
        <Dialog
          title={of.label}
          size="wide"
          onClose={() => setLarge(false)}
          footer={<Button onPress={() => setLarge(false)}>Close</Button>}
        >
          <Lines {...lines} height={narrow ? 260 : 420} isUntitled />
        </Dialog>
      )}
    </Card>
  )
}

/** Rates that belong to the network totals. */
const TRAFFIC: WidgetDisplay = { kind: 'linearGraph', label: 'S3 traffic', unit: 'bytesPerSecond' }

const NetworkCard = ({ request, parts, ...zoom }: Omit<CardProps, 'id'> & { parts: readonly number[] }) => (
  <Card label="Network" busy={false}>
    <Title>Network</Title>
    <Row gap={[0, 6]} wrap align="baseline" className={styles.stats}>
      {parts.map((id) => (
        <Part key={id} id={id} request={request} />
      ))}
    </Row>
    <GraphLines request={request} {...zoom} />
  </Card>
)

const GraphLines = ({ request, ...zoom }: Zoom & { request: WidgetRequest }) => {
  const [received, sent] = [useSharedWidget(63, request), useSharedWidget(70, request)]
  const both = useMemo(
    () => [received.data, sent.data].filter((widget) => widget !== undefined),
    [received.data, sent.data],
  )
  const before = [useDayBefore(63, request), useDayBefore(70, request)]
  const earlier = useMemo(() => before.filter((widget) => widget !== undefined), before)
  return (
    <Loaded state={received.data ? sent : received}>
      {() => <Lines widgets={both} earlier={earlier} of={TRAFFIC} range={request.range} height={124} {...zoom} />}
    </Loaded>
  )
}

/** Card of a widget, or of two that share one. */
export const WidgetCard = ({ id, ...props }: CardProps) => {
  const pair = pairs[id]
  if (id === 502 && pair) return <NetworkCard {...props} parts={pair.parts} />
  if (pair) return <PairCard {...pair} request={props.request} />
  const of = displays[id]
  if (!of) return null
  if (of.kind === 'pieChart') return <PieCard id={id} {...props} of={of} />
  if (of.kind === 'barChart') return <BarsCard id={id} {...props} of={of} />
  if (of.kind === 'linearGraph' || of.kind === 'areaGraph') return <GraphCard id={id} {...props} of={of} />
  return <StatCard id={id} {...props} of={of} />
}
