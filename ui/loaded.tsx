import type { ReactNode } from 'react'
import type { CallState } from '../core/web/use-call.ts'
import { LoadError } from './no-access.tsx'
import { Skeleton } from './skeleton.tsx'

type LoadedProps<Data> = {
  of: Pick<CallState<Data>, 'data' | 'error' | 'reload'>
  /** Within a sentence: `the user`. */
  what: string
  /** Number of columns of the placeholder while it loads. */
  columns?: number
  children: (data: Data) => ReactNode
}

/** Content that needs data: a placeholder while it loads, and the error with a retry if it cannot be loaded. */
export const Loaded = <Data,>({ of: { data, error, reload }, what, columns = 1, children }: LoadedProps<Data>) => {
  if (data !== undefined) return children(data)
  if (error) return <LoadError what={what} error={error} onRetry={() => void reload()} />
  return <Skeleton rows={columns === 1 ? 5 : 6} columns={columns} />
}
