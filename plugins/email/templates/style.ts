/**
 * Rules that cannot be inline styles: dark colors follow the client, by the media query or by Outlook's own attributes.
 * A client that ignores the style sheet shows the light colors.
 */
export const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
table{border-collapse:separate}
@media (prefers-color-scheme:dark){
.page{background-color:#0f1117!important}
.card{background-color:#1a1c26!important;border-color:#2b2e3b!important}
.box{background-color:#0f1117!important}
.ink{color:#f3f4f6!important}
.soft{color:#a3a9ba!important}
.link{color:#a5b4fc!important}
}
[data-ogsc] .ink{color:#f3f4f6!important}
[data-ogsc] .soft{color:#a3a9ba!important}
[data-ogsc] .link{color:#a5b4fc!important}
[data-ogsb] .page{background-color:#0f1117!important}
[data-ogsb] .card{background-color:#1a1c26!important}
@media (max-width:480px){.card{padding:24px!important}}`
