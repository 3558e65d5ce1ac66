import { Session } from 'node:inspector/promises'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { Failure } from 'stowage'
import type { File } from '../backend.ts'

/** A CPU profile of this process, or a sample of its heap allocations, in V8's file formats. */
export const profileOf = async (type: 'cpu' | 'mem', seconds: number, signal: AbortSignal): Promise<File> => {
  const session = new Session()
  session.connect()
  const wait = () => pause(seconds * 1000, undefined, { signal })
  try {
    if (type === 'cpu') {
      await session.post('Profiler.enable')
      await session.post('Profiler.start')
      await wait()
      const { profile } = await session.post('Profiler.stop')
      return { name: 'profile-cpu.cpuprofile', body: Readable.from([JSON.stringify(profile)]) }
    }
    await session.post('HeapProfiler.startSampling', { samplingInterval: 16_384 })
    await wait()
    const { profile } = await session.post('HeapProfiler.stopSampling')
    return { name: 'profile-mem.heapprofile', body: Readable.from([JSON.stringify(profile)]) }
  } catch (error) {
    if (signal.aborted) throw new Failure(499, 'The client has disconnected')
    throw error
  } finally {
    session.disconnect()
  }
}
