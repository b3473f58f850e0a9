console.log('bootstrap')
