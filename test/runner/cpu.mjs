import { readdirSync, readFileSync, writeSync } from 'node:fs'

/** Clock ticks per second in `/proc`, the same on every Linux that Node runs on. */
const TICKS = 100

/** CPU seconds of this process and of the children that it has waited for. */
export const cpuSeconds = () => {
  try {
    // the program's name comes first, in parentheses, and may hold spaces
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
 * Watches the processes of Chromium below this one, whose CPU time is lost when it closes: nobody waits for them.
 * Returns a function that gives their CPU seconds as far as they were seen.
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
      // it has ended meanwhile
    }
  }
  setInterval(look, 500, process.pid, false).unref()
  return () => [...seen.values()].reduce((sum, seconds) => sum + seconds, 0)
}

// loaded with --import into programs that the runner starts, which reads the figure from this descriptor
if (process.env.STOWAGE_CPU_FD) {
  const fd = Number(process.env.STOWAGE_CPU_FD)
  delete process.env.STOWAGE_CPU_FD
  const ofChromium = watchChromium()
  process.once('exit', () => {
    try {
      writeSync(fd, String(cpuSeconds() + ofChromium()))
    } catch {
      // nobody reads it any more
    }
  })
}
