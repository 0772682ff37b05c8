# Varnish as an edge in front of Waggle: it answers requests for live playlists and media, and nothing else. Tested as it is with
# Varnish 7.1 of Debian 12; docs/edges.md says how to install it.
#
# Requests for what does not exist yet wait for one request to Waggle, and all of them are answered at the moment it is: for any number
# of viewers, an edge asks for each playlist and each part once.
vcl 4.1;

import std;

backend waggle {
    .host = "127.0.0.1"; # here: the site's address, or that of a process with the media role
    .port = "8080"; # here
    .connect_timeout = 2s;
    # Waggle holds a request for what does not exist yet for up to three target durations.
    .first_byte_timeout = 30s;
    .between_bytes_timeout = 10s;
    .max_connections = 1000;
}

sub vcl_recv {
    if (req.method != "GET" && req.method != "HEAD") {
        return (synth(405));
    }
    # Pages, calls, keys and sockets are the site's.
    if (req.url !~ "^/live/[a-z0-9]+/[A-Za-z0-9/._-]+(\?|$)" || req.url ~ "^/live/[a-z0-9]+/moq") {
        return (synth(404));
    }
    unset req.http.Cookie;
    unset req.http.Authorization;
    unset req.http.Forwarded;
    # Varnish has the viewer's address from hitch; what the viewer says of it does not count.
    set req.http.X-Forwarded-For = client.ip;

    if (req.url ~ "\.m3u8(\?|$)") {
        # A playlist with any other query would be one more way round the cache.
        if (req.url !~ "^[^?]*(\?((_HLS_msn|_HLS_part)=[0-9]{1,15}(&|$)|_HLS_skip=(YES|v2)(&|$)|token=[A-Za-z0-9._~-]{1,200}(&|$))*)?$") {
            return (synth(400));
        }
        # With a viewer's token it is for that viewer only.
        if (req.url ~ "[?&]token=") {
            return (pass);
        }
        set req.url = std.querysort(req.url);
    } else {
        # Media never changes under its path, and a thumbnail may be ten seconds old.
        set req.url = regsub(req.url, "\?.*$", "");
    }
    return (hash);
}

sub vcl_hash {
    # The site has one set of streams, whatever name the edge is reached under.
    hash_data(req.url);
    return (lookup);
}

sub vcl_backend_fetch {
    # The answer is for all viewers.
    unset bereq.http.X-Forwarded-For;
    # What the site sends to an edge is nobody's share of its budget.
    set bereq.http.X-Waggle-Edge = "the WAGGLE_EDGE_SECRET of the site"; # here
}

sub vcl_backend_response {
    # Waggle says with Cache-Control how long an answer lives. Nothing is served after that.
    set beresp.grace = 0s;
    set beresp.keep = 0s;
    unset beresp.http.Set-Cookie;
    if (beresp.status != 200 || beresp.http.Cache-Control ~ "no-store|private") {
        # For this long, requests do not wait for each other: what did not exist may exist now.
        set beresp.ttl = 300ms;
        set beresp.uncacheable = true;
    }
    return (deliver);
}

sub vcl_backend_error {
    # The player asks another edge, or the site.
    set beresp.http.Access-Control-Allow-Origin = "*";
    set beresp.http.Cache-Control = "no-store";
    set beresp.http.Content-Type = "text/plain";
    set beresp.body = "";
    set beresp.ttl = 0s;
    return (deliver);
}

sub vcl_synth {
    set resp.http.Access-Control-Allow-Origin = "*";
    set resp.http.Cache-Control = "no-store";
    set resp.http.Content-Type = "text/plain";
    set resp.body = "";
    return (deliver);
}

sub vcl_deliver {
    if (obj.hits > 0) {
        set resp.http.X-Cache = "HIT";
    } else {
        set resp.http.X-Cache = "MISS";
    }
    unset resp.http.Via;
    unset resp.http.X-Varnish;
    return (deliver);
}
