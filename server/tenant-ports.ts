import { createServer, type Server } from 'node:http'
import { StartError } from '../engines/start-error.ts'
import type { TlsKeyPair } from './certificates.ts'
import { createHttpServer } from './instance.ts'
import { portsOf, type TenantPorts } from './origins.ts'
import { addressNotLocal, tenantPortInUse, tenantPortNotPermitted, useTenantPortAddress } from './messages.ts'

const listen = (server: Server, port: number, host: string) =>
  new Promise<void>((resolve, reject) => {
    const fail = ({ code, message }: NodeJS.ErrnoException) => {
      if (code === 'EADDRINUSE') reject(new StartError(tenantPortInUse(port, host)))
      else if (code === 'EACCES') reject(new StartError(tenantPortNotPermitted(port)))
      else if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') reject(new StartError(addressNotLocal(host)))
      else reject(new StartError(`CONSOLE_TENANT_PORTS: ${message}`))
    }
    server.once('error', fail).listen(port, host, () => {
      server.off('error', fail)
      resolve()
    })
  })

/** Sentences about ports of a range that cannot be opened, for instance because a console is running. */
export const blockedPorts = async (ports: TenantPorts): Promise<string[]> => {
  const sentences: string[] = []
  for (const port of portsOf(ports)) {
    const server = createServer()
    await listen(server, port, ports.address).catch((error: StartError) => sentences.push(error.message))
    server.close()
  }
  return sentences
}

/**
 * Listens on all ports of a range; `divert` handles requests for origins of consoles. Throws `StartError` that names a
 * port which cannot be opened.
 */
export const listenOnTenantPorts = async (
  ports: TenantPorts,
  { tls, divert }: { tls: TlsKeyPair | undefined; divert: (server: Server) => void },
): Promise<{ close: () => void }> => {
  const servers: Server[] = []
  const close = () => {
    for (const server of servers) {
      server.close()
      server.closeAllConnections()
    }
  }
  try {
    for (const port of portsOf(ports)) {
      const server = createHttpServer(tls, (_request, response) => {
        response.writeHead(421, { 'content-type': 'text/plain; charset=utf-8' })
        response.end(`${useTenantPortAddress(`${ports.scheme}://${ports.hostname}:${port}`)}\n`)
      })
      // a server without a listener for upgrades would treat them as plain requests
      server.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 421 Misdirected Request\r\n\r\n'))
      divert(server)
      servers.push(server)
      await listen(server, port, ports.address)
    }
  } catch (error) {
    close()
    throw error
  }
  return { close }
}
