import { createContext, useContext, useEffect, useMemo, useRef } from 'react'
import { type CallState, useCall } from 'stowage/web'
import type { PendingRequests } from './pending-requests.ts'
import { type Widget, widgets } from '../../widgets.ts'
import type { Range } from './range.ts'
import { shiftWidget } from './reduce.ts'

export type WidgetRequest = {
  range: Range
  /** Counts manual and periodic refreshes. */
  syncs: number
  /** Whether graphs also show the day before. */
  isCompared?: boolean
  pending: Pick<PendingRequests, 'begin' | 'succeed'>
}

/** Loads a widget's data `when` it is wanted, again with every sync; keeps the previous data while loading. */
export const useWidget = (
  id: number,
  { range: { start, end, step }, syncs, pending }: WidgetRequest,
  when = true,
): CallState<Widget> => {
  const query = { start: String(start), end: String(end), step: String(step) }
  const state = useCall(widgets.widget, { params: { id: String(id) }, query }, { when })
  const before = useRef<Widget>(undefined)
  const loadedSync = useRef(syncs)
  useEffect(() => {
    if (when && loadedSync.current !== syncs) void state.reload()
    loadedSync.current = syncs
  }, [syncs])
  useEffect(() => (state.loading ? pending.begin() : undefined), [state.loading])
  useEffect(() => {
    if (state.asOf !== undefined) pending.succeed(state.asOf)
  }, [state.asOf])
  if (state.data) before.current = state.data
  if (state.error) before.current = undefined
  return { ...state, data: when ? (state.data ?? before.current) : undefined }
}

/** Widgets that several parts of the page use, by ID: each is requested once. */
export const SharedWidgets = createContext<ReadonlyMap<number, CallState<Widget>>>(new Map())

/** A shared widget, or one from a request for this widget alone. */
export const useSharedWidget = (id: number, request: WidgetRequest): CallState<Widget> => {
  const shared = useContext(SharedWidgets).get(id)
  const own = useWidget(id, request, shared === undefined)
  return shared ?? own
}

const DAY = 86_400

/** The same request for the day before. */
const dayBefore = ({ range: { start, end, step }, syncs, pending }: WidgetRequest): WidgetRequest => ({
  pending,
  range: { start: start - DAY, end: end - DAY, step },
  syncs,
})

/** The values of the day before, at the times of this day; `undefined` unless they are wanted. */
export const useDayBefore = (id: number, request: WidgetRequest): Widget | undefined => {
  const { data } = useWidget(id, dayBefore(request), request.isCompared === true)
  return useMemo(() => data && shiftWidget(data, DAY), [data])
}
