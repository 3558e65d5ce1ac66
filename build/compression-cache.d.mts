type Compress = (bytes: Uint8Array) => Promise<Uint8Array>
export function cached(name: string, compress: Compress, packages?: string): Compress
