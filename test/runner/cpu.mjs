import { readdirSync, readFileSync, writeSync } from 'node:fs'

/** Clock ticks per second in `/proc`, the same on every Linux that Node runs on. */
const TICKS = 100

/** CPU seconds of this process and of the children that it has waited for. */
export const cpuSeconds = () => {
  try {
    // the program's name comes first, in parentheses, and may contain spaces
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS
  } catch {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
}

/**
 * Samples the CPU time of Chromium processes below this one, which is lost when they exit because no process waits for
 * them. Returns a function that returns their CPU seconds as last sampled.
 */
const watchChromium = () => {
  const seen = new Map()
  const look = (pid, isChromium) => {
    try {
      const [, name, rest] = /\((.*)\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))
      const isItsChild = isChromium && name.startsWith('chrom')
      const [user, system] = rest.split(' ').slice(11, 13)
      if (isItsChild) seen.set(pid, (Number(user) + Number(system)) / TICKS)
      for (const thread of readdirSync(`/proc/${pid}/task`))
        for (const child of readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean))
          look(child, name.startsWith('chrom'))
    } catch {
      // the process has exited meanwhile
    }
  }
  setInterval(look, 500, process.pid, false).unref()
  return () => [...seen.values()].reduce((sum, seconds) => sum + seconds, 0)
}

// loaded with --import into programs that the runner starts, which reads the result from this file descriptor
if (process.env.STOWAGE_CPU_FD) {
  const fd = Number(process.env.STOWAGE_CPU_FD)
  delete process.env.STOWAGE_CPU_FD
  const ofChromium = watchChromium()
  process.once('exit', () => {
    try {
      writeSync(fd, String(cpuSeconds() + ofChromium()))
    } catch {
      // the runner no longer reads it
    }
  })
}
