/** Maximum number of cookies, and of bytes in the resulting `Cookie` header. */
const LIMITS = { cookies: 50, bytes: 8 * 1024 }

const isExpired = (attributes: string) => {
  const [, age] = /;\s*max-age=(-?\d+)/i.exec(attributes) ?? []
  const [, date] = /;\s*expires=([^;]+)/i.exec(attributes) ?? []
  return age === undefined ? date !== undefined && Date.parse(date) <= Date.now() : Number(age) <= 0
}

/** Cookies that a proxied console sets for its session. They are never sent to browsers. */
export const createProxyCookies = () => {
  const cookies = new Map<string, string>()
  const header = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return {
    header,

    /** Stores `Set-Cookie` lines. If there are too many cookies, the oldest are dropped. */
    store: (lines: readonly string[]) => {
      for (const line of lines) {
        const [, name = '', value = '', attributes = ''] = /^([^=;]+)=([^;]*)(.*)$/s.exec(line) ?? []
        if (name === '') continue
        cookies.delete(name)
        if (value !== '' && !isExpired(attributes)) cookies.set(name, value)
      }
      for (const name of cookies.keys()) {
        if (cookies.size <= LIMITS.cookies && header().length <= LIMITS.bytes) break
        cookies.delete(name)
      }
    },
  }
}
