/** Whether buckets are in the path of an address, or in its host name. */
export type AddressStyle = 'path' | 'virtual-host'

/** Location of a bucket reported by its server: region, and the host name to use instead of the configured one. */
type BucketLocation = { region?: string; hostname?: string }

/** Largest number of buckets whose location is cached. */
const MAX_BUCKETS = 10_000

/** Names that are valid in a host name and in a certificate for `*.host`. */
const isHostLabel = (bucket: string) => /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(bucket)

const isIp = (hostname: string) => /^[\d.]+$|:/.test(hostname)

const domainOf = (hostname: string) => hostname.split('.').slice(-2).join('.')

/** Splits `/bucket/key`; the key keeps its leading slash. */
export const splitPath = (path: string) => {
  const [, bucket = '', rest = ''] = /^\/([^/]*)(.*)$/s.exec(path) ?? []
  return { bucket, rest }
}

/**
 * Addresses of the buckets of a server: in `virtual-host` style in the host name, and with several regions where the
 * server redirects to. A redirect is followed only within the domain of the configured address.
 */
export const createBucketAddresses = (url: URL, style: AddressStyle) => {
  const locations = new Map<string, BucketLocation>()

  const isOurs = (hostname: string) => !isIp(url.hostname) && domainOf(hostname) === domainOf(url.hostname)

  return {
    regionOf: (path: string) => locations.get(splitPath(path).bucket)?.region,

    isKnown: (path: string) => locations.has(splitPath(path).bucket),

    /** Stores what a response reports about the bucket in `path`. Returns whether that is new. */
    learn: (path: string, { region, endpoint }: { region?: string | undefined; endpoint?: string | undefined }) => {
      const { bucket } = splitPath(path)
      if (!bucket) return false
      const before = locations.get(bucket)
      const named = endpoint?.startsWith(`${bucket}.`) ? endpoint.slice(bucket.length + 1) : endpoint
      const hostname = named && isOurs(named) && named !== url.hostname ? named : before?.hostname
      const isNew = before?.region !== (region ?? before?.region) || before?.hostname !== hostname
      if (locations.size >= MAX_BUCKETS) locations.clear()
      locations.set(bucket, { ...before, ...(region && { region }), ...(hostname && { hostname }) })
      return isNew
    },

    /** Host name and encoded path of a request; `at` is another address of the same server, for shared links. */
    locate: (path: string, encoded: string, at: URL = url) => {
      const { bucket } = splitPath(path)
      const moved = at.hostname === url.hostname ? locations.get(bucket)?.hostname : undefined
      const hostname = moved ?? at.hostname
      const port = at.port && `:${at.port}`
      if (style === 'path' || !isHostLabel(bucket) || isIp(hostname))
        return { hostname, host: hostname + port, path: encoded }
      const own = `${bucket}.${hostname}`
      return { hostname: own, host: own + port, path: encoded.slice(bucket.length + 1) || '/' }
    },
  }
}
