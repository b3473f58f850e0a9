import 'basecoat-css/basecoat'
import 'basecoat-css/dropdown-menu'
import 'basecoat-css/popover'
import 'basecoat-css/select'
import 'basecoat-css/sidebar'
import 'basecoat-css/tabs'
import 'basecoat-css/toast'
import htmx from 'htmx.org'

// The page's policy lets neither an inline style nor a text that is run as code.
htmx.config.includeIndicatorCSS = false
