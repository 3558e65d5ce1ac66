import { useEffect, useRef, useState } from 'react'
import { call, useQuery } from 'stowage/web'
import { type Failure, isDay } from 'stowage'
import { type AuditField, auditFields } from '../audit-search.ts'
import { type AuditRecord, logs } from '../contract.ts'

/** Records per page (spec/3 9). */
const PAGE_SIZE = 100

/** Delay after the last keystroke before a search starts, in ms. */
const SEARCH_DELAY = 300

const HOUR = 3_600_000

/** Selectable time ranges in ms; `all` has no start. */
export const ranges = [
  { value: 'hour', label: 'Last hour', span: HOUR },
  { value: 'day', label: 'Last 24 hours', span: 24 * HOUR },
  { value: 'week', label: 'Last 7 days', span: 7 * 24 * HOUR },
  { value: 'month', label: 'Last 30 days', span: 30 * 24 * HOUR },
  { value: 'all', label: 'All', span: undefined },
] as const

/** Default time range. */
export const RANGE: (typeof ranges)[number]['value'] = 'day'

/** Start and end of a range or of chosen days; a day counts until its end. Texts that are no days limit nothing. */
export const timesOf = ({ range, from, to }: { range: string; from: string; to: string }, now: number) => {
  if (range === 'between') {
    const end = isDay(to) ? new Date(`${to}T00:00`) : undefined
    end?.setDate(end.getDate() + 1)
    return {
      ...(isDay(from) && { timeStart: new Date(`${from}T00:00`).toISOString() }),
      ...(end && { timeEnd: new Date(end.getTime() - 1).toISOString() }),
    }
  }
  const span = ranges.find(({ value }) => value === range)?.span
  return span === undefined ? {} : { timeStart: new Date(now - span).toISOString() }
}

/** Patterns of the fields that have one. */
export const patternsOf = (texts: Readonly<Record<AuditField, string>>) =>
  auditFields.flatMap((field) => (texts[field].trim() ? [`${field}:${texts[field].trim()}`] : []))

const useTexts = () => {
  const [bucket, setBucket] = useQuery('bucket')
  const [object, setObject] = useQuery('object')
  const [api_name, setApi] = useQuery('api_name')
  const [access_key, setUser] = useQuery('access_key')
  const [access_key_id, setKey] = useQuery('access_key_id')
  const [request_id, setRequest] = useQuery('request_id')
  const [user_agent, setAgent] = useQuery('user_agent')
  const [response_status, setStatus] = useQuery('response_status')
  return {
    texts: { access_key, access_key_id, bucket, object, api_name, request_id, user_agent, response_status },
    set: {
      access_key: setUser,
      access_key_id: setKey,
      bucket: setBucket,
      object: setObject,
      api_name: setApi,
      request_id: setRequest,
      user_agent: setAgent,
      response_status: setStatus,
    },
  }
}

/** `key` is that of the search that found the rows. */
type State = { key?: string; rows?: AuditRecord[]; next?: string | undefined; error?: Failure; loading: boolean }

/** Filters in the address and their results, page by page. */
export const useSearch = () => {
  const { texts, set } = useTexts()
  const [range, setRange] = useQuery('range', RANGE)
  const [from, setFrom] = useQuery('from')
  const [to, setTo] = useQuery('to')
  const [order, setOrder] = useQuery('order', 'timeDesc')
  const [source, setSource] = useQuery('source', 'all')
  const [show, setShow] = useQuery('show', 'changes')
  const [state, setState] = useState<State>({ loading: true })
  const requestNumber = useRef(0)
  const [again, setAgain] = useState(0)
  const query = useRef<Record<string, unknown>>({})
  const key = JSON.stringify([patternsOf(texts), range, from, to, order, source, show])

  const load = async (after: string | undefined, ofKey: string | undefined) => {
    const ownTurn = after === undefined ? ++requestNumber.current : requestNumber.current
    setState((now) => ({ ...now, loading: true }))
    try {
      // a long search reports its progress and continues until it finds a record
      let page = await call(logs.search, { query: { ...query.current, ...(after && { after }) } })
      while (!page.results?.length && page.next && ownTurn === requestNumber.current)
        page = await call(logs.search, { query: { ...query.current, after: page.next } })
      const { results, next } = page
      if (ownTurn !== requestNumber.current) return
      setState(({ rows = [] }) => ({
        ...(ofKey !== undefined && { key: ofKey }),
        rows: [...(after === undefined ? [] : rows), ...(results ?? [])],
        next,
        loading: false,
      }))
    } catch (error) {
      if (ownTurn !== requestNumber.current) return
      // rows of another search must not appear as results of this one
      setState((now) => ({ ...(now.key === ofKey && now), error: error as Failure, loading: false }))
    }
  }

  useEffect(() => {
    const timer = setTimeout(
      () => {
        // times stay fixed while more pages of a search load
        query.current = {
          fp: patternsOf(texts),
          pageSize: String(PAGE_SIZE),
          order: order === 'timeAsc' ? order : 'timeDesc',
          q: 'reqinfo',
          changes: String(show !== 'all'),
          source: source === 'server' || source === 'console' ? source : 'all',
          ...timesOf({ range, from, to }, Date.now()),
        }
        void load(undefined, key)
      },
      again === 0 && requestNumber.current === 0 ? 0 : SEARCH_DELAY,
    )
    return () => clearTimeout(timer)
  }, [key, again])

  return {
    ...state,
    texts,
    set,
    time: { range, setRange, from, setFrom, to, setTo },
    order,
    setOrder,
    source,
    setSource,
    /** Whether read-only calls are excluded. */
    changesOnly: show !== 'all',
    setChangesOnly: (only: boolean) => setShow(only ? 'changes' : 'all'),
    /** Query of the next pages. */
    query: () => query.current,
    more: () => {
      if (state.next && !state.loading) void load(state.next, state.key)
    },
    again: () => setAgain(again + 1),
  }
}
