import type accessReview from './en/access-review.json'
import type activityLogs from './en/activity-logs.json'
import type analytics from './en/analytics.json'
import type auth from './en/auth.json'
import type bulk from './en/bulk.json'
import type care from './en/care.json'
import type cells from './en/cells.json'
import type cohorts from './en/cohorts.json'
import type common from './en/common.json'
import type conversationAnalytics from './en/conversation-analytics.json'
import type conversations from './en/conversations.json'
import type deviceEvents from './en/device-events.json'
import type emergency from './en/emergency.json'
import type events from './en/events.json'
import type figureRules from './en/figure-rules.json'
import type kit from './en/kit.json'
import type ladders from './en/ladders.json'
import type legal from './en/legal.json'
import type lists from './en/lists.json'
import type live from './en/live.json'
import type mail from './en/mail.json'
import type messages from './en/messages.json'
import type navigation from './en/navigation.json'
import type notifications from './en/notifications.json'
import type onCall from './en/on-call.json'
import type operations from './en/operations.json'
import type pages from './en/pages.json'
import type palette from './en/palette.json'
import type phrases from './en/phrases.json'
import type preview from './en/preview.json'
import type privacy from './en/privacy.json'
import type rateLimits from './en/rate-limits.json'
import type refusals from './en/refusals.json'
import type reports from './en/reports.json'
import type resources from './en/resources.json'
import type revenue from './en/revenue.json'
import type safety from './en/safety.json'
import type security from './en/security.json'
import type setup from './en/setup.json'
import type singleSignOn from './en/single-sign-on.json'
import type subscriptions from './en/subscriptions.json'
import type system from './en/system.json'
import type translations from './en/translations.json'
import type usage from './en/usage.json'
import type voices from './en/voices.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
  }
  interface ResourceNamespaceMap {
    common: typeof common
    'access-review': typeof accessReview
    'activity-logs': typeof activityLogs
    analytics: typeof analytics
    auth: typeof auth
    bulk: typeof bulk
    care: typeof care
    cells: typeof cells
    cohorts: typeof cohorts
    'conversation-analytics': typeof conversationAnalytics
    conversations: typeof conversations
    'device-events': typeof deviceEvents
    emergency: typeof emergency
    events: typeof events
    'figure-rules': typeof figureRules
    ladders: typeof ladders
    legal: typeof legal
    lists: typeof lists
    live: typeof live
    mail: typeof mail
    messages: typeof messages
    navigation: typeof navigation
    notifications: typeof notifications
    'on-call': typeof onCall
    operations: typeof operations
    pages: typeof pages
    palette: typeof palette
    kit: typeof kit
    phrases: typeof phrases
    preview: typeof preview
    privacy: typeof privacy
    'rate-limits': typeof rateLimits
    refusals: typeof refusals
    reports: typeof reports
    resources: typeof resources
    revenue: typeof revenue
    safety: typeof safety
    usage: typeof usage
    subscriptions: typeof subscriptions
    security: typeof security
    setup: typeof setup
    'single-sign-on': typeof singleSignOn
    system: typeof system
    translations: typeof translations
    voices: typeof voices
  }
}
