"""Programs that agents run in: what their events ask of the provider, and how the plugin gets into them."""
