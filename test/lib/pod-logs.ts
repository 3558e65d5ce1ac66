import { EventEmitter, once } from 'node:events'
import type { LogSource } from '../../engines/kubernetes/demo/logs.ts'

/** A container's run, by namespace and pod. */
export type ContainerRun = { namespace: string; pod: string; container: string; run?: 'this' | 'previous' }

/** What containers say in a test, and who listens. */
export const createPodLogs = () => {
  const said = new Map<string, string[]>()
  const word = new EventEmitter().setMaxListeners(0)

  const of = ({ namespace, pod, container, run = 'this' }: ContainerRun) => {
    const key = [namespace, pod, container, run].join('/')
    const lines = said.get(key) ?? []
    said.set(key, lines)
    return lines
  }

  const logOf = (speaker: ContainerRun): ReturnType<LogSource> => {
    const lines = of(speaker)
    const next = async (index: number, signal: AbortSignal | undefined): Promise<string> => {
      const line = lines[index]
      if (line !== undefined) return line
      await once(word, 'said', { signal })
      return next(index, signal)
    }
    return { lines: [...lines], next }
  }

  return {
    say: (speaker: ContainerRun, ...lines: string[]) => {
      of(speaker).push(...lines)
      word.emit('said')
    },
    logOf,
    /** How many wait for the next word. */
    listeners: () => word.listenerCount('said'),
    source: (({ metadata: { namespace = '', name } }, container, run) =>
      logOf({ namespace, pod: name, container, run })) satisfies LogSource,
  }
}

export type PodLogs = ReturnType<typeof createPodLogs>
