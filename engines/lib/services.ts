/**
 * Services that server halves of plugins offer each other on one engine, by name: `sharedInstances(createServices)`. A
 * plugin offers one in its background work and exports its type from its contract. It is missing where that plugin is
 * off.
 */
export const createServices = () => {
  const offered = new Map<string, unknown>()
  return {
    offer: <Service>(name: string, service: Service) => void offered.set(name, service),
    find: <Service>(name: string) => offered.get(name) as Service | undefined,
  }
}
