import { EventEmitter, once } from 'node:events'
import type { LogSource } from '../../engines/kubernetes/demo/logs.ts'

/** A container's run, by namespace and pod. */
export type ContainerRun = { namespace: string; pod: string; container: string; run?: 'this' | 'previous' }

/** Simulates the logs of containers, with subscribers. */
export const createPodLogs = () => {
  const linesByRun = new Map<string, string[]>()
  const emitter = new EventEmitter().setMaxListeners(0)

  const of = ({ namespace, pod, container, run = 'this' }: ContainerRun) => {
    const key = [namespace, pod, container, run].join('/')
    const lines = linesByRun.get(key) ?? []
    linesByRun.set(key, lines)
    return lines
  }

  const logOf = (run: ContainerRun): ReturnType<LogSource> => {
    const lines = of(run)
    const next = async (index: number, signal: AbortSignal | undefined): Promise<string> => {
      const line = lines[index]
      if (line !== undefined) return line
      await once(emitter, 'said', { signal })
      return next(index, signal)
    }
    return { lines: [...lines], next }
  }

  return {
    append: (run: ContainerRun, ...lines: string[]) => {
      of(run).push(...lines)
      emitter.emit('said')
    },
    logOf,
    /** Number of subscribers that wait for the next line. */
    listeners: () => emitter.listenerCount('said'),
    source: (({ metadata: { namespace = '', name } }, container, run) =>
      logOf({ namespace, pod: name, container, run })) satisfies LogSource,
  }
}

export type PodLogs = ReturnType<typeof createPodLogs>
