/** Address that compares two tenants, each named `namespace/name`. Without the second one, the page asks for it. */
export const comparePlace = (one = '', other = '') =>
  `/tenants/compare?one=${encodeURIComponent(one)}${other && `&other=${encodeURIComponent(other)}`}`
