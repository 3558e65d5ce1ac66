/** What stands above every page of targets. */
export const crumbs = [{ label: 'Notification Endpoints', href: '/notification-endpoints' }]
