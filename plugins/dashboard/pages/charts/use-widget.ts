import { useEffect, useRef } from 'react'
import { type CallState, useCall } from 'stowage/web'
import { type Widget, widgets } from '../../widgets.ts'
import type { Range } from './range.ts'

export type WidgetRequest = {
  range: Range
  /** Counts manual and periodic refreshes. */
  syncs: number
}

/** Loads a widget's data, again with every sync; keeps the previous data while loading. */
export const useWidget = (id: number, { range: { start, end, step }, syncs }: WidgetRequest): CallState<Widget> => {
  const query = { start: String(start), end: String(end), step: String(step) }
  const state = useCall(widgets.widget, { params: { id: String(id) }, query })
  const before = useRef<Widget>(undefined)
  const loadedSync = useRef(syncs)
  useEffect(() => {
    if (loadedSync.current !== syncs) void state.reload()
    loadedSync.current = syncs
  }, [syncs])
  if (state.data) before.current = state.data
  if (state.error) before.current = undefined
  return { ...state, data: state.data ?? before.current }
}
